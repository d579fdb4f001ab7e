import { Module } from '@nestjs/common';
import { AccountsModule } from '../../../content/accounts/accounts.module';
import { ImagesModule } from '../../../content/images/images.module';
import { SlugsModule } from '../../../content/slugs/slugs.module';
import { WebModule } from '../../../web/web.module';
import { AttachmentsModule } from '../../attachments/attachments.module';
import { ImageGalleryModule } from '../../image-gallery/image-gallery.module';
import { PagesModule } from '../../pages/pages.module';
import { OldAddresses } from '../old-addresses';
import { WritingModule } from '../writing/writing.module';
import { LibraryFilesController } from './library-files.controller';
import { PageAttachments } from './page-attachments';
import { PageImages } from './page-images';

const features = [AttachmentsModule, ImageGalleryModule, PagesModule, WritingModule];

/** Images and attachments of pages in the browser: forms over the services of the API. */
@Module({
  imports: [AccountsModule, ImagesModule, SlugsModule, WebModule, ...features],
  controllers: [LibraryFilesController],
  providers: [OldAddresses, PageAttachments, PageImages],
})
export class LibraryFilesModule {}
