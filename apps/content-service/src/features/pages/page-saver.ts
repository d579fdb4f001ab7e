import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { PageRevisions } from '../../content/content-tree/page-revisions';
import { CrossReferences } from '../../content/cross-references/cross-references';
import type { PageBody } from '../../text/page/prepare-page-content';
import { SlugHistoryService } from '../../content/slugs/slug-history.service';
import { SlugService } from '../../content/slugs/slug.service';
import { Page, PageContent } from '../../content/items/page.entity';

/** A page's body before and after a change, and the summary of the change. */
export interface BodyChange {
  before: PageBody;
  after: PageBody;
  /** A summary stores a revision even if name and body are unchanged; null for none. */
  summary: string | null;
  renamed: boolean;
}

/** Stores changes of an existing page (content-behaviour §6.2). Call inside a transaction, with the page locked. */
@Injectable()
export class PageSaver {
  constructor(
    private readonly database: Database,
    private readonly revisions: PageRevisions,
    private readonly slugs: SlugService,
    private readonly slugHistory: SlugHistoryService,
    private readonly crossReferences: CrossReferences,
  ) {}

  /** Changes name and slug of the page object. The slug history keeps the old address. */
  async rename(page: Page, name: string, actor: Actor): Promise<void> {
    await this.slugHistory.pageRenamed(page);
    page.name = name;
    await this.refreshSlug(page, actor);
  }

  async refreshSlug(page: Page, actor: Actor): Promise<void> {
    Object.assign(page, await this.slugs.ofItem(page.name, { type: 'page', bookId: page.bookId }, actor, page.id));
  }

  /** Counts the change. Stores a revision when name or body changed, or a summary was given. */
  async save(page: Page, { before, after, summary, renamed }: BodyChange, actor: Actor): Promise<void> {
    page.revisionCount += 1;
    page.updatedBy = actor.id;
    const { bookId, chapterId, name, slug, slugRank, priority, editor, revisionCount, updatedBy } = page;
    await this.database
      .of(Page)
      .update(page.id, { bookId, chapterId, name, slug, slugRank, priority, editor, revisionCount, updatedBy });
    await this.crossReferences.follow(actor);
    const changed = after.html !== before.html || after.markdown !== before.markdown;
    const { html, markdown, text } = after;
    if (changed) await this.database.of(PageContent).update(page.id, { html, markdown, text });
    if (changed || renamed || summary !== null) await this.revisions.store(page, after, summary, actor);
  }
}
