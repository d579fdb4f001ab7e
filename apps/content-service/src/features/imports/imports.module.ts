import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { FilesModule } from '../../content/files/files.module';
import { ImagesModule } from '../../content/images/images.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { Book } from '../../content/items/book.entity';
import { Chapter } from '../../content/items/chapter.entity';
import { Page } from '../../content/items/page.entity';
import { EmbeddedImages } from '../pages/embedded-images';
import { ImportsController } from './imports.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { PortableArchives } from './archive/portable-archives';
import { ImportTransaction, ImportedItems, ImportWriter } from './import-writer';
import { ImportJobs, ImportRunner } from './import-jobs';
import { ImportPlanner, PlannedFiles } from './plan/import-planner';
import { ImportSlugs } from './plan/import-slugs';
import { ImportTarget } from './import-target';
import { ImportStaging } from './plan/staged-import';
import { Import } from './import.entity';
import { WebModule } from '../../web/web.module';
import { SearchModule } from '../search/search.module';
import { ImportForms } from './site/import-forms';
import { ImportSiteController } from './site/import-site.controller';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    FilesModule,
    ImagesModule,
    RenderingModule,
    SearchModule,
    WebModule,
    TypeOrmModule.forFeature([Book, Chapter, Import, Page]),
  ],
  controllers: [ImportsController, ImportSiteController],
  providers: [
    EmbeddedImages,
    ImportTransaction,
    ImportForms,
    ImportJobs,
    ImportPlanner,
    ImportRunner,
    ImportSlugs,
    ImportStaging,
    ImportTarget,
    ImportWriter,
    ImportedItems,
    ImportsRepository,
    ImportsService,
    PlannedFiles,
    PortableArchives,
  ],
})
export class ImportsModule {}
