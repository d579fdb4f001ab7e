import { Module } from '@nestjs/common';
import { ImagesModule } from '../../calendar/images/images.module';
import { UploadsController } from './uploads.controller';

@Module({ imports: [ImagesModule], controllers: [UploadsController] })
export class UploadsModule {}
