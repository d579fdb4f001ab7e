import { ReadsReplica } from '@almanac/database';
import { type Actor, can, CurrentActor } from '@almanac/auth';
import { forbidden, notFound } from '@almanac/errors';
import { Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LibraryPage } from '../../../web/reader.guard';
import { sendExport } from '../../exports/export-file';
import type { ExportedItem } from '../../exports/exported-item';
import { ExportsRepository } from '../../exports/exports.repository';
import { ExportsService } from '../../exports/exports.service';
import { OldAddresses } from '../old-addresses';

/** Exports for readers without a token. */
@LibraryPage('books')
export class ExportedFilesController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly items: ExportsRepository,
    private readonly exports: ExportsService,
  ) {}

  @Get(':slug/export/:format')
  @ReadsReplica()
  async book(
    @Param('slug') slug: string,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    const { id } = await this.addresses.find({ type: 'book', slug }, actor, `/export/${format}`);
    await this.send(await this.items.book(id, actor), format, actor, response);
  }

  @Get(':book/:type/:slug/export/:format')
  @ReadsReplica()
  async part(
    @Param() { book = '', type, slug = '', format = '' }: Record<string, string>,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    if (type !== 'chapter' && type !== 'page') notFound('Export');
    const { id } = await this.addresses.find({ type, slug, book }, actor, `/export/${format}`);
    const item = type === 'page' ? this.items.page(id, actor) : this.items.chapter(id, actor);
    await this.send(await item, format, actor, response);
  }

  private async send(item: ExportedItem | undefined, format: string, actor: Actor, response: Response): Promise<void> {
    if (!can(actor, 'content-export')) forbidden();
    const file = item && this.exports.file(item, format, actor);
    await sendExport(response, file ?? notFound('Export'));
  }
}
