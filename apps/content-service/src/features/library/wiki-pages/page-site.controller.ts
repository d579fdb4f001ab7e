import { type Actor, can, CurrentActor, isAnonymous } from '@almanac/auth';
import { forbidden, notFound } from '@almanac/errors';
import { Id } from '@almanac/http';
import { SeeOther } from '@almanac/web';
import { Get, Param, Query, Render, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { nameCheckboxes } from '../../../text/rendering/web-page-html';
import { allowOwnStyles, LibraryPage } from '../../../web/reader.guard';
import { PagesService } from '../../pages/pages.service';
import { RevisionsService } from '../../pages/revisions/revisions.service';
import { batchQuery, batchNumber, listQuery, pagerOf } from '../../../web/list-batches';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { PageReader } from './page-reader';

/** Revisions to compare with. */
const COMPARED = 100;

@LibraryPage('')
export class PageSiteController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly items: ItemAddresses,
    private readonly reader: PageReader,
    private readonly revisions: RevisionsService,
    private readonly pages: PagesService,
  ) {}

  @Get('link/:id')
  async follow(@Id('Page') id: number, @CurrentActor() actor: Actor): Promise<never> {
    throw new SeeOther((await this.items.ofPage(id, actor)) ?? notFound('Page'));
  }

  @Get('books/:book/page/:slug')
  @Render('features/library/wiki-pages/page')
  async read(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { id, path } = await this.addresses.find({ type: 'page', slug, book }, actor);
    return this.present(id, path, actor, response);
  }

  @Get('books/:book/draft/:id')
  @Render('features/library/wiki-pages/page')
  async draft(@Id('Page') id: number, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const path = (await this.items.ofPage(id, actor)) ?? notFound('Page');
    if (!path.endsWith(`/draft/${id}`)) throw new SeeOther(path);
    return this.present(id, path, actor, response);
  }

  @Get('books/:book/page/:slug/revisions')
  @Render('features/library/wiki-pages/revisions')
  async history(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('page') requested: unknown,
    @CurrentActor() actor: Actor,
  ) {
    if (!can(actor, 'revision-view-all')) forbidden();
    const { id, path } = await this.addresses.find({ type: 'page', slug, book }, actor, '/revisions');
    const batch = batchNumber(requested);
    const list = await this.revisions.list(id, batchQuery(batch, { sort: 'id', descending: true }), actor);
    const pager = pagerOf(batch, list.total, `${path}/revisions`);
    return { ...LIBRARY, title: 'Revisions', path, list, pager, mayRestore: await this.mayRestore(id, actor) };
  }

  @Get('books/:book/page/:slug/revisions/:revisionId')
  @Render('features/library/wiki-pages/revision')
  async changes(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Id('Revision', 'revisionId') revisionId: number,
    @Query('against') requested: unknown,
    @CurrentActor() actor: Actor,
  ) {
    if (!can(actor, 'revision-view-all')) forbidden();
    const { id, path } = await this.addresses.find({ type: 'page', slug, book }, actor, `/revisions/${revisionId}`);
    const againstId = typeof requested === 'string' && /^\d{1,9}$/.test(requested) ? Number(requested) : undefined;
    const { revision, against, html } = await this.revisions.diff(id, revisionId, againstId, actor);
    const { rows } = await this.revisions.list(id, listQuery({ count: COMPARED, sort: 'id', descending: true }), actor);
    return {
      ...LIBRARY,
      title: `Revision ${revision.revision_number}`,
      scripts: ['wide-parts.js'],
      path,
      revision,
      against,
      others: rows.filter((other) => other.id !== revision.id),
      mayRestore: await this.mayRestore(id, actor),
      html: nameCheckboxes(html),
    };
  }

  private async mayRestore(id: number, actor: Actor): Promise<boolean> {
    return !isAnonymous(actor) && (await this.pages.rights(id, actor))['update'] === true;
  }

  private async present(id: number, path: string, actor: Actor, response: Response) {
    const { css, ...page } = await this.reader.read(id, path, actor);
    return css === '' ? page : { ...page, ownStyles: { css, nonce: allowOwnStyles(response) } };
  }
}
