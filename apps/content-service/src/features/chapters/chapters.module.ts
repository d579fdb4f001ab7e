import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { IncludedModule } from '../../content/included/included.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TrashModule } from '../../content/trash/trash.module';
import { Chapter } from '../../content/items/chapter.entity';
import { ChapterWriter } from './chapter-writer';
import { ChaptersController } from './chapters.controller';
import { ChaptersRepository } from './chapters.repository';
import { ChaptersService } from './chapters.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    CrossReferencesModule,
    IncludedModule,
    SlugsModule,
    TrashModule,
    TypeOrmModule.forFeature([Chapter]),
  ],
  controllers: [ChaptersController],
  providers: [ChaptersService, ChaptersRepository, ChapterWriter],
  exports: [ChaptersService],
})
export class ChaptersModule {}
