import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { ImagesModule } from '../../content/images/images.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TaggingModule } from '../../content/tagging/tagging.module';
import { TrashModule } from '../../content/trash/trash.module';
import { EmbeddedImages } from './embedded-images';
import { PageMover } from './page-mover';
import { PageSaver } from './page-saver';
import { PagesController } from './pages.controller';
import { PagesRepository } from './pages.repository';
import { PagesService } from './pages.service';
import { RevisionRestorer } from './revisions/revision-restorer';
import { RevisionsController } from './revisions/revisions.controller';
import { RevisionsRepository } from './revisions/revisions.repository';
import { RevisionsService } from './revisions/revisions.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    CrossReferencesModule,
    ImagesModule,
    RenderingModule,
    SlugsModule,
    TaggingModule,
    TrashModule,
  ],
  controllers: [PagesController, RevisionsController],
  providers: [
    PagesService,
    PagesRepository,
    PageMover,
    PageSaver,
    EmbeddedImages,
    RevisionsService,
    RevisionsRepository,
    RevisionRestorer,
  ],
  exports: [PagesService],
})
export class PagesModule {}
