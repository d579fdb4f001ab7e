import { type Actor, CurrentActor } from '@almanac/auth';
import { Id } from '@almanac/http';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PagesService } from '../../pages/pages.service';
import { RevisionRestorer, RevisionsService } from '../../pages/revisions/revisions.service';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms } from './item-forms';
import { requirePermission, requireRight, WritingPage } from './writing-page';

@WritingPage('books/:book/page/:slug/revisions/:revisionId/restore')
export class RestoreController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly pages: PagesService,
    private readonly revisions: RevisionsService,
    private readonly restorer: RevisionRestorer,
    private readonly forms: ItemForms,
  ) {}

  @Get()
  @Render('features/library/wiki-pages/restore')
  async ask(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Id('Revision', 'revisionId') revisionId: number,
    @CurrentActor() actor: Actor,
  ) {
    requirePermission(actor, 'revision-view-all');
    const below = `/revisions/${revisionId}/restore`;
    const found = await this.addresses.find({ type: 'page', slug, book }, actor, below);
    const { id, path } = found;
    requireRight({ permissions: await this.pages.rights(id, actor) }, 'update');
    const revision = await this.revisions.read(id, revisionId, actor);
    const crumbs = await this.forms.crumbs('page', found, actor);
    return { ...LIBRARY, title: 'Restore a revision', crumbs, path, revision };
  }

  @PostForm()
  async restore(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Id('Revision', 'revisionId') revisionId: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    requirePermission(actor, 'revision-view-all');
    const { id, path } = await this.addresses.find({ type: 'page', slug, book }, actor);
    const { revision_number: number } = await this.revisions.read(id, revisionId, actor);
    await this.restorer.restore(id, revisionId, actor);
    notify(request, `Revision ${number} is restored.`, { path: `${path}/revisions`, label: 'All revisions' });
    return { url: await this.forms.pathOf('page', id, actor) };
  }
}
