import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { PdfPrinter } from './pdf/pdf-printer';

@Module({ imports: [DomainModule], controllers: [ExportsController], providers: [ExportsRepository, ExportsService, PdfPrinter] })
export class ExportsModule {}
