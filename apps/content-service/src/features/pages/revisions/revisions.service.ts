import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { badRequest, notFound } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import { ActivityLog } from '../../../content/activity/activity-log';
import { PageRenderer } from '../../../content/content-tree/page-renderer';
import { SiteSettings } from '../../../content/settings/site-settings';
import { SlugService } from '../../../content/slugs/slug.service';
import { TextWork } from '../../../text/rendering/text-work';
import { PageWriter } from '../page-writer';
import { PagePresenter } from '../page.presenter';
import { PagesRepository } from '../pages.repository';
import { presentDiff, presentRevision, presentRevisionInList } from './revision.presenter';
import { type RevisionDetailRow, type RevisionRow, RevisionsRepository } from './revisions.repository';

/** Revisions of a page: its state after each save, with author, time and summary. */
@Injectable()
export class RevisionsService {
  constructor(
    private readonly database: Database,
    private readonly revisions: RevisionsRepository,
    private readonly pages: PagesRepository,
    private readonly access: AccessService,
    private readonly renderer: PageRenderer,
    private readonly activity: ActivityLog,
    private readonly texts: TextWork,
    private readonly site: SiteSettings,
  ) {}

  async list(pageId: number, query: ListQuery, actor: Actor) {
    await this.requirePage(pageId, actor);
    return (await this.revisions.list(pageId, query)).map(presentRevisionInList);
  }

  async read(pageId: number, id: number, actor: Actor) {
    await this.requirePage(pageId, actor);
    const revision = await this.find(pageId, id);
    return presentRevision(revision, await this.renderer.render(revision.html, actor));
  }

  /** @param againstId another revision of the page; the one before it unless given */
  async diff(pageId: number, id: number, againstId: number | undefined, actor: Actor) {
    await this.requirePage(pageId, actor);
    const revision = await this.find(pageId, id);
    const against =
      againstId === undefined ? await this.revisions.before(revision) : await this.find(pageId, againstId);
    const { contentFiltering } = await this.site.current();
    const html = await this.texts.diff(against?.html ?? '', revision.html, contentFiltering);
    return presentDiff(revision, against, html);
  }

  remove(pageId: number, id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const page = await this.pages.lock(pageId, actor);
      if (page.draft) return notFound('Page');
      await this.access.require(actor, 'delete', 'page', page);
      const revision = await this.find(pageId, id);
      if (!(await this.revisions.removeIfOld(revision))) badRequest('Cannot delete the latest revision.');
      await this.activity.event('revision_delete', detailOf(revision), actor);
    });
  }

  private async requirePage(pageId: number, actor: Actor): Promise<void> {
    if (!(await this.revisions.seesPage(pageId, actor))) notFound('Page');
  }

  private async find(pageId: number, id: number): Promise<RevisionDetailRow> {
    return (await this.revisions.find(pageId, id)) ?? notFound('Revision');
  }
}

/** Name of a revision in the audit log (content-behaviour §18). */
const detailOf = ({ id, revision_number: number, page_id: pageId }: RevisionRow): string =>
  `Revision #${number} (ID: ${id}) for page ID ${pageId}`;

/** Length of the column. */
const MAX_SUMMARY_LENGTH = 255;

/** Restores name and body of a page from a revision. The restore is a change with a revision of its own (content-behaviour §18). */
@Injectable()
export class RevisionRestorer {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly revisions: RevisionsRepository,
    private readonly slugs: SlugService,
    private readonly writer: PageWriter,
    private readonly presenter: PagePresenter,
    private readonly access: AccessService,
    private readonly activity: ActivityLog,
  ) {}

  /** @returns the answer @throws Problem 404 for a missing page or revision, 403 without the right to change the page */
  restore(pageId: number, id: number, actor: Actor) {
    return this.database.transaction(async () => {
      await this.pages.lockHome(pageId);
      const page = await this.pages.lock(pageId, actor);
      if (page.draft) return notFound('Page');
      await this.access.require(actor, 'update', 'page', page);
      const revision = (await this.revisions.find(pageId, id)) ?? notFound('Revision');

      const address =
        revision.name === page.name
          ? await this.slugs.refresh('page', page, page.name, actor)
          : await this.slugs.rename('page', page, revision.name, actor);
      await this.writer.save(page, address, { body: revision, summary: summaryOf(id, revision.summary) }, actor);
      await this.activity.item('page_restore', 'page', page, actor);
      await this.activity.event('revision_restore', detailOf(revision), actor);
      return this.presenter.presentWrite(page, page.comments, actor);
    });
  }
}

/** Cut, because repeated restores would let the summary grow without limit. */
const summaryOf = (id: number, summary: string | null): string =>
  [...`Restored from #${id}; ${summary ?? ''}`].slice(0, MAX_SUMMARY_LENGTH).join('');
