import { type Actor, can, CurrentActor } from '@almanac/auth';
import { forbidden, notFound } from '@almanac/errors';
import { Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LibraryPage } from '../../../web/reader.guard';
import { ExportedFiles, type ExportTarget } from '../../exports/exported-files';
import { OldAddresses } from '../old-addresses';

/** Exports for readers without a token. */
@LibraryPage('books')
export class ExportedFilesController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly files: ExportedFiles,
  ) {}

  @Get(':slug/export/:format')
  async book(
    @Param('slug') slug: string,
    @Param('format') format: string,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    const { id } = await this.addresses.find({ type: 'book', slug }, actor, `/export/${format}`);
    await this.send({ type: 'book', id }, format, actor, response);
  }

  @Get(':book/:type/:slug/export/:format')
  async part(
    @Param() { book = '', type, slug = '', format = '' }: Record<string, string>,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ) {
    if (type !== 'chapter' && type !== 'page') notFound('Export');
    const { id } = await this.addresses.find({ type, slug, book }, actor, `/export/${format}`);
    await this.send({ type, id }, format, actor, response);
  }

  private async send(target: ExportTarget, format: string, actor: Actor, response: Response): Promise<void> {
    if (!can(actor, 'content-export')) forbidden();
    const refuse = () => notFound('Export');
    await this.files.send(target, format, actor, response, { item: refuse, format: refuse });
  }
}
