import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { FilesModule } from '../../content/files/files.module';
import { ImagesModule } from '../../content/images/images.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { ExportTexts } from './formats/export-texts';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { PdfPrinter } from './pdf/pdf-printer';
import { ZipExports } from './zip/zip-exports';
import { ZipExportsRepository } from './zip/zip-exports.repository';

@Module({
  imports: [AccessModule, ContentTreeModule, FilesModule, ImagesModule, RenderingModule],
  controllers: [ExportsController],
  providers: [ExportTexts, ExportsRepository, ExportsService, PdfPrinter, ZipExports, ZipExportsRepository],
  exports: [ExportsRepository, ExportsService],
})
export class ExportsModule {}
