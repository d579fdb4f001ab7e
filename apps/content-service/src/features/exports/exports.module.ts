import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';

@Module({ imports: [DomainModule], controllers: [ExportsController], providers: [ExportsRepository, ExportsService] })
export class ExportsModule {}
