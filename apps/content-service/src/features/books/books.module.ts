import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { ExportsModule } from '../exports/exports.module';
import { BookContentsController } from './book-contents.controller';
import { BookContents } from './book-contents';
import { BooksController } from './books.controller';
import { BooksRepository } from './books.repository';
import { BooksService } from './books.service';

@Module({
  imports: [DomainModule, ExportsModule],
  controllers: [BooksController, BookContentsController],
  providers: [BookContents, BooksService, BooksRepository],
  exports: [BooksService],
})
export class BooksModule {}
