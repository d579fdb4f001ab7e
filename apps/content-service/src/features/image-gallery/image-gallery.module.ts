import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { GalleryFiles } from './gallery-files';
import { ImageGalleryController } from './image-gallery.controller';
import { ImageGalleryRepository } from './image-gallery.repository';
import { ImageGalleryService } from './image-gallery.service';

@Module({
  imports: [DomainModule],
  controllers: [ImageGalleryController],
  providers: [GalleryFiles, ImageGalleryService, ImageGalleryRepository],
})
export class ImageGalleryModule {}
