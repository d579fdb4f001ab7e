import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import { ActivityLog } from '../../../content/activity/activity-log';
import { PageSaver } from '../page-saver';
import { PagesRepository } from '../pages.repository';
import { RevisionsRepository } from './revisions.repository';
import { detailOf } from './revisions.service';

/** Length of the column. */
const MAX_SUMMARY_LENGTH = 255;

/** Restores name and body of a page from a revision. The restore is a change with a revision of its own (content-behaviour §18). */
@Injectable()
export class RevisionRestorer {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly revisions: RevisionsRepository,
    private readonly saver: PageSaver,
    private readonly access: AccessService,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws Problem 404 for a missing page or revision, 403 without the right to change the page */
  restore(pageId: number, id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const page = await this.pages.find(pageId, actor);
      if (!page || page.draft) return notFound('Page');
      await this.access.require(actor, 'update', 'page', page);
      const revision = (await this.revisions.find(pageId, id)) ?? notFound('Revision');

      const renamed = revision.name !== page.name;
      if (renamed) await this.saver.rename(page, revision.name, actor);
      else await this.saver.refreshSlug(page, actor);
      const before = await this.pages.contentOf(pageId);
      await this.saver.save(
        page,
        { before, after: revision, summary: summaryOf(id, revision.summary), renamed },
        actor,
      );
      await this.activity.about('page_restore', 'page', page, actor);
      await this.activity.event('revision_restore', detailOf(revision), actor);
    });
  }
}

/** Cut, because repeated restores would let the summary grow without limit. */
const summaryOf = (id: number, summary: string | null): string =>
  [...`Restored from #${id}; ${summary ?? ''}`].slice(0, MAX_SUMMARY_LENGTH).join('');
