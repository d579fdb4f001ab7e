import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { ExportTexts } from './formats/export-texts';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { PdfPrinter } from './pdf/pdf-printer';
import { ZipExports } from './zip/zip-exports';
import { ZipExportsRepository } from './zip/zip-exports.repository';

@Module({
  imports: [DomainModule],
  controllers: [ExportsController],
  providers: [ExportTexts, ExportsRepository, ExportsService, PdfPrinter, ZipExports, ZipExportsRepository],
  exports: [ExportsRepository],
})
export class ExportsModule {}
