import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module';
import { CoverService } from './covers';
import { FilesModule } from '../files/files.module';
import { ImageFileWriter, ImageFiles } from './image-files';
import { ImageThumbnails } from './image-thumbnails';
import { StoredImages } from './stored-images';
import { Image } from './image.entity';

const services = [CoverService, ImageFileWriter, ImageFiles, ImageThumbnails, StoredImages];

/** Images, their thumbnails, and covers of books and shelves. */
@Module({
  imports: [AccessModule, FilesModule, TypeOrmModule.forFeature([Image])],
  providers: services,
  exports: services,
})
export class ImagesModule {}
