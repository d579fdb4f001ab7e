import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TaggingModule } from '../../content/tagging/tagging.module';
import { TrashModule } from '../../content/trash/trash.module';
import { ChapterMover } from './chapter-mover';
import { ChaptersController } from './chapters.controller';
import { ChaptersRepository } from './chapters.repository';
import { ChaptersService } from './chapters.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    CrossReferencesModule,
    SlugsModule,
    TaggingModule,
    TrashModule,
  ],
  controllers: [ChaptersController],
  providers: [ChaptersService, ChaptersRepository, ChapterMover],
  exports: [ChaptersService],
})
export class ChaptersModule {}
