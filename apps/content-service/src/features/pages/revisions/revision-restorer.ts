import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import { ActivityLog } from '../../../content/activity/activity-log';
import { SlugService } from '../../../content/slugs/slug.service';
import { PageAnswers } from '../page.presenter';
import { PageWriter } from '../page-writer';
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
    private readonly slugs: SlugService,
    private readonly writer: PageWriter,
    private readonly answers: PageAnswers,
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
      return this.answers.ofWrite(page, page.comments, actor);
    });
  }
}

/** Cut, because repeated restores would let the summary grow without limit. */
const summaryOf = (id: number, summary: string | null): string =>
  [...`Restored from #${id}; ${summary ?? ''}`].slice(0, MAX_SUMMARY_LENGTH).join('');
