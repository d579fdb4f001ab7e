import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { ImagesModule } from '../../content/images/images.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TaggingModule } from '../../content/tagging/tagging.module';
import { TrashModule } from '../../content/trash/trash.module';
import { ExportsModule } from '../exports/exports.module';
import { BookContentsController } from './book-contents.controller';
import { BookContents } from './book-contents';
import { BooksController } from './books.controller';
import { BooksRepository } from './books.repository';
import { BooksService } from './books.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    CrossReferencesModule,
    ExportsModule,
    ImagesModule,
    SlugsModule,
    TaggingModule,
    TrashModule,
  ],
  controllers: [BooksController, BookContentsController],
  providers: [BookContents, BooksService, BooksRepository],
  exports: [BooksService],
})
export class BooksModule {}
