import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { IncludedModule } from '../../content/included/included.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { FilesModule } from '../../content/files/files.module';
import { ImagesModule } from '../../content/images/images.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TrashModule } from '../../content/trash/trash.module';
import { Page, PageRevision } from '../../content/items/page.entity';
import { EmbeddedImages } from './embedded-images';
import { PagePresenter } from './page.presenter';
import { PageWriter } from './page-writer';
import { PagesController } from './pages.controller';
import { PagesRepository } from './pages.repository';
import { PagesService } from './pages.service';
import { RevisionsController } from './revisions/revisions.controller';
import { RevisionsRepository } from './revisions/revisions.repository';
import { RevisionRestorer, RevisionsService } from './revisions/revisions.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    CrossReferencesModule,
    FilesModule,
    ImagesModule,
    IncludedModule,
    RenderingModule,
    SlugsModule,
    TrashModule,
    TypeOrmModule.forFeature([Page, PageRevision]),
  ],
  controllers: [PagesController, RevisionsController],
  providers: [
    PagesService,
    PagesRepository,
    PageWriter,
    PagePresenter,
    EmbeddedImages,
    RevisionsService,
    RevisionsRepository,
    RevisionRestorer,
  ],
  exports: [PagesService, RevisionRestorer, RevisionsService],
})
export class PagesModule {}
