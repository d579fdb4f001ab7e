import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredImage } from './image.entity';
import { FILE_STORE, fileStoreProvider, ImageStore } from './image-store';
import { RecordImages } from './record-images';

@Module({
  imports: [TypeOrmModule.forFeature([StoredImage])],
  providers: [fileStoreProvider, ImageStore, RecordImages],
  exports: [FILE_STORE, RecordImages],
})
export class ImagesModule {}
