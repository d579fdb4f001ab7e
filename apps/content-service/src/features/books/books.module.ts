import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { IncludedModule } from '../../content/included/included.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { ImagesModule } from '../../content/images/images.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TrashModule } from '../../content/trash/trash.module';
import { Book } from '../../content/items/book.entity';
import { ExportsModule } from '../exports/exports.module';
import { BookContents } from './book-contents';
import { BookWriter } from './book-writer';
import { BookContentsController, BooksController } from './books.controller';
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
    IncludedModule,
    SlugsModule,
    TrashModule,
    TypeOrmModule.forFeature([Book]),
  ],
  controllers: [BooksController, BookContentsController],
  providers: [BookContents, BookWriter, BooksService, BooksRepository],
  exports: [BooksService],
})
export class BooksModule {}
