import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { ChapterMover } from './chapter-mover';
import { ChaptersController } from './chapters.controller';
import { ChaptersRepository } from './chapters.repository';
import { ChaptersService } from './chapters.service';

@Module({
  imports: [DomainModule],
  controllers: [ChaptersController],
  providers: [ChaptersService, ChaptersRepository, ChapterMover],
  exports: [ChaptersService],
})
export class ChaptersModule {}
