import { ReadsReplica } from '@almanac/database';
import { FILE, Routes } from '@almanac/openapi';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { Id } from '@almanac/http';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { sendExport } from './export-file';
import type { ExportedItem } from './exported-item';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';

const FORMAT = {
  format: { description: 'Format of the file', type: 'string', enum: ['html', 'pdf', 'plaintext', 'markdown', 'zip'] },
};

@Routes({
  'GET /pages/:id/export/:format': {
    name: 'export',
    summary: 'Export a page as a file',
    keys: FORMAT,
    answer: FILE,
    mediaType: 'application/octet-stream',
    refusals: [409],
  },
  'GET /chapters/:id/export/:format': {
    name: 'export',
    summary: 'Export a chapter as a file',
    keys: FORMAT,
    answer: FILE,
    mediaType: 'application/octet-stream',
    refusals: [409],
  },
  'GET /books/:id/export/:format': {
    name: 'export',
    summary: 'Export a book as a file',
    keys: FORMAT,
    answer: FILE,
    mediaType: 'application/octet-stream',
    refusals: [409],
  },
})
@Controller('api')
@Requires('content-export')
export class ExportsController {
  constructor(
    private readonly items: ExportsRepository,
    private readonly exports: ExportsService,
  ) {}

  @Get('pages/:id/export/:format')
  @ReadsReplica()
  async page(
    @Id('Page') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.answer((await this.items.page(id, actor)) ?? notFound('Page'), format, actor, response);
  }

  @Get('chapters/:id/export/:format')
  @ReadsReplica()
  async chapter(
    @Id('Chapter') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.answer((await this.items.chapter(id, actor)) ?? notFound('Chapter'), format, actor, response);
  }

  @Get('books/:id/export/:format')
  @ReadsReplica()
  async book(
    @Id('Book') id: number,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    await this.answer((await this.items.book(id, actor)) ?? notFound('Book'), format, actor, response);
  }

  private async answer(item: ExportedItem, format: string, actor: Actor, response: Response): Promise<void> {
    const file = this.exports.file(item, format, actor);
    if (!file)
      throw new Problem(404, 'No route was found matching the URL and request method.', {
        type: 'route-not-found',
        code: 'rest_no_route',
      });
    await sendExport(response, file);
  }
}
