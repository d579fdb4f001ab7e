import { FILE, type RouteNote, Routes, TEXT } from '@almanac/openapi';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { Id } from '@almanac/http';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EXPORT_FORMATS } from './export-formats';
import { ExportedFiles, type ExportTarget } from './exported-files';
import { ITEM_KINDS } from '../../content/kinds/item-kinds';

const FORMAT = {
  format: { description: 'Format of the file', type: 'string', enum: [...EXPORT_FORMATS.keys()] },
};

const HEADERS = {
  'X-Missing-Scripts': {
    description:
      'Of a PDF file with boxes instead of characters, because no font has them: their scripts by name, and symbols by code, separated by commas, ' +
      'e.g. `Han, Thai, U+1D11E`. After twenty names, the last entry counts the others: `and 3 more`',
    schema: TEXT,
  },
};

const exportOf = (item: string): RouteNote => ({
  name: 'export',
  summary: `Export a ${item} as a file`,
  keys: FORMAT,
  answer: FILE,
  mediaType: 'application/octet-stream',
  headers: HEADERS,
  refusals: [409],
});

@Routes({
  'GET /pages/:id/export/:format': exportOf('page'),
  'GET /chapters/:id/export/:format': exportOf('chapter'),
  'GET /books/:id/export/:format': exportOf('book'),
})
@Controller('api')
@Requires('content-export')
export class ExportsController {
  constructor(private readonly files: ExportedFiles) {}

  @Get('pages/:id/export/:format')
  async page(
    @Id('Page') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.send({ type: 'page', id }, format, actor, response);
  }

  @Get('chapters/:id/export/:format')
  async chapter(
    @Id('Chapter') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.send({ type: 'chapter', id }, format, actor, response);
  }

  @Get('books/:id/export/:format')
  async book(
    @Id('Book') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.send({ type: 'book', id }, format, actor, response);
  }

  private async send(target: ExportTarget, format: string, actor: Actor, response: Response): Promise<void> {
    await this.files.send(target, format, actor, response, {
      item: () => notFound(ITEM_KINDS[target.type].noun),
      format: noRoute,
    });
  }
}

function noRoute(): never {
  throw new Problem(404, 'No route was found matching the URL and request method.', {
    type: 'route-not-found',
    code: 'rest_no_route',
  });
}
