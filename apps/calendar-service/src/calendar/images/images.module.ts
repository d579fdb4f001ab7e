import { Module } from '@nestjs/common';
import { FILE_STORE, fileStoreProvider, ImageStore } from './image-store';
import { RecordImages } from './record-images';

@Module({
  providers: [fileStoreProvider, ImageStore, RecordImages],
  exports: [FILE_STORE, RecordImages],
})
export class ImagesModule {}
