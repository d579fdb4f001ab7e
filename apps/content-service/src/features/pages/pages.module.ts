import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
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
  imports: [DomainModule],
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
