import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, sendStream, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Routes } from '@almanac/openapi';
import { Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Include, type Includes } from '../../content/included/include-parameter';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { BookContents } from './book-contents';
import { BOOK_CONTENTS_SCHEMA, BOOK_IN_LIST_SCHEMA, BOOK_SCHEMA, SAVED_BOOK_SCHEMA } from './book.presenter';
import { bodiesIn, BookContentsDto, CreateBookDto, UpdateBookDto } from './books.dto';
import { bookListing } from './books.repository';
import { BooksService } from './books.service';

@Routes({
  'GET /': { summary: 'List the books that the caller may see', answer: listSchema(BOOK_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a book', answer: SAVED_BOOK_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a book', answer: BOOK_SCHEMA, isVersioned: true },
  'PUT /:id': { summary: 'Change a book', description: PARTIAL_UPDATE, answer: SAVED_BOOK_SCHEMA, isVersioned: true },
  'DELETE /:id': { name: 'delete', summary: 'Delete a book', isVersioned: true },
})
@Controller('api/books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  @Get()
  list(
    @Listing(bookListing) query: ListQuery,
    @Include(['tags', 'parents', 'contents', 'permissions']) include: Includes,
    @CurrentActor() actor: Actor,
  ) {
    return this.books.list(query, include, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('book-create-all')
  create(@Input() dto: CreateBookDto, @CurrentActor() actor: Actor) {
    return this.books.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Book') id: number, @Include(['permissions']) include: Includes, @CurrentActor() actor: Actor) {
    return this.books.read(id, include, actor);
  }

  @Put(':id')
  @WithVersion()
  update(
    @Id('Book') id: number,
    @UncheckedInput(UpdateBookDto) input: Unchecked<UpdateBookDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.books.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Book') id: number, @CurrentActor() actor: Actor) {
    return this.books.remove(id, actor);
  }
}

/** A whole book in one response, an addition to the reference (docs/compatibility/library.md). */
@Routes({
  'GET /': {
    name: 'contents',
    summary: 'Read the chapters and pages of a book in reading order',
    answer: BOOK_CONTENTS_SCHEMA,
  },
})
@Controller('api/books/:id/contents')
export class BookContentsController {
  constructor(private readonly contents: BookContents) {}

  @Get()
  async read(
    @Id('Book') id: number,
    @Input() { include, offset, count }: BookContentsDto,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    const json = await this.contents.read(id, { bodies: bodiesIn(include), offset, count }, actor);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    await sendStream(response, json);
  }
}
