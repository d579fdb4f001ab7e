import { Routes } from '@almanac/openapi';
import { BOOK_CONTENTS_SCHEMA } from '../book.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, sendStream } from '@almanac/http';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { BookContents } from './book-contents';
import { bodiesIn, BookContentsDto } from './book-contents.dto';

/** A whole book in one response, an addition to the reference (docs/compatibility.md). */
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
