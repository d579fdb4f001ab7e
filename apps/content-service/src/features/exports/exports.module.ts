import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { FilesModule } from '../../content/files/files.module';
import { ImagesModule } from '../../content/images/images.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { SystemModule } from '../system/system.module';
import { ExportedFiles } from './exported-files';
import { ExportTexts } from './formats/export-texts';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { PrintFonts } from './pdf/fonts/print-fonts';
import { PdfPrinter } from './pdf/pdf-printer';
import { ZipExports } from './zip/zip-exports';
import { ZipExportsRepository } from './zip/zip-exports.repository';

@Module({
  imports: [AccessModule, ContentTreeModule, FilesModule, ImagesModule, RenderingModule, SystemModule],
  controllers: [ExportsController],
  providers: [
    ExportedFiles,
    ExportTexts,
    ExportsRepository,
    ExportsService,
    PdfPrinter,
    PrintFonts,
    ZipExports,
    ZipExportsRepository,
  ],
  exports: [ExportedFiles, ExportsRepository],
})
export class ExportsModule {}
