import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { UploadsController } from './uploads.controller';

@Module({ imports: [DomainModule], controllers: [UploadsController] })
export class UploadsModule {}
