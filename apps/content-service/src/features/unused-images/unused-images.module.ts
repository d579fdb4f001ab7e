import { Module } from '@nestjs/common';
import { ActivityModule } from '../../content/activity/activity.module';
import { FilesModule } from '../../content/files/files.module';
import { UnusedImages } from '../../content/images/unused-images';
import { WebModule } from '../../web/web.module';
import { UnusedImageJobs } from './unused-image-jobs';
import { UnusedImagePagesController } from './unused-image-pages.controller';

/** Images that nothing shows: their list, and their removal. */
@Module({
  imports: [ActivityModule, FilesModule, WebModule],
  controllers: [UnusedImagePagesController],
  providers: [UnusedImageJobs, UnusedImages],
})
export class UnusedImagesModule {}
