import { Module } from '@nestjs/common';
import { FILE_STORE, fileStoreProvider, ImageStore } from './image-store';
import { ImagesRepository } from './images.repository';
import { RecordImages } from './record-images';

@Module({
  providers: [fileStoreProvider, ImagesRepository, ImageStore, RecordImages],
  exports: [FILE_STORE, RecordImages],
})
export class ImagesModule {}
