import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { BooksController } from './books.controller';
import { BooksRepository } from './books.repository';
import { BooksService } from './books.service';

@Module({ imports: [DomainModule], controllers: [BooksController], providers: [BooksService, BooksRepository], exports: [BooksService] })
export class BooksModule {}
