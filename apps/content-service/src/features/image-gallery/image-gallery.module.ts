import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { ImageGalleryController } from './image-gallery.controller';
import { ImageGalleryRepository } from './image-gallery.repository';
import { ImageGalleryService } from './image-gallery.service';

@Module({ imports: [DomainModule], controllers: [ImageGalleryController], providers: [ImageGalleryService, ImageGalleryRepository] })
export class ImageGalleryModule {}
