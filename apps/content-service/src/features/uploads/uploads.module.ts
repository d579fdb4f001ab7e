import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { UploadsController } from './uploads.controller';

@Module({ imports: [DomainModule], controllers: [UploadsController] })
export class UploadsModule {}
