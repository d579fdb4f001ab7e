import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { FilesModule } from '../../content/files/files.module';
import { ImagesModule } from '../../content/images/images.module';
import { GalleryFiles, ImageGalleryService } from './image-gallery.service';
import { ImageDownloads } from './image-downloads';
import { ImageGalleryController } from './image-gallery.controller';
import { ImageGalleryRepository } from './image-gallery.repository';

@Module({
  imports: [AccessModule, ContentTreeModule, FilesModule, ImagesModule],
  controllers: [ImageGalleryController],
  providers: [GalleryFiles, ImageDownloads, ImageGalleryService, ImageGalleryRepository],
  exports: [ImageGalleryService],
})
export class ImageGalleryModule {}
