import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { EmbeddedImages } from './embedded-images';
import { PageMover } from './page-mover';
import { PageRevisions } from './page-revisions';
import { PagesController } from './pages.controller';
import { PagesRepository } from './pages.repository';
import { PagesService } from './pages.service';

@Module({
  imports: [DomainModule],
  controllers: [PagesController],
  providers: [PagesService, PagesRepository, PageMover, PageRevisions, EmbeddedImages],
  exports: [PagesService],
})
export class PagesModule {}
