import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { PageRevisions } from '../../domain/content-tree/page-revisions';
import { CrossReferences } from '../../domain/cross-references/cross-references';
import type { PageBody } from '../../domain/html/prepare-page-content';
import { SlugHistoryService } from '../../domain/slugs/slug-history.service';
import { SlugService } from '../../domain/slugs/slug.service';
import { Page, PageContent } from './page.entity';

/** What a change made of a page's body, and what is to be said about it. */
export interface BodyChange {
  before: PageBody;
  after: PageBody;
  /** Keeps a revision also when nothing of name and body changed; null says nothing. */
  summary: string | null;
  renamed: boolean;
}

/** Stores a page that exists and was changed (content-behaviour §6.2). Call inside a transaction, with the page locked. */
@Injectable()
export class PageSaver {
  constructor(
    private readonly database: Database,
    private readonly revisions: PageRevisions,
    private readonly slugs: SlugService,
    private readonly slugHistory: SlugHistoryService,
    private readonly crossReferences: CrossReferences,
  ) {}

  /** Gives the page object another name, and an address to go with it. The old address is remembered. */
  async rename(page: Page, name: string, actor: Actor): Promise<void> {
    await this.slugHistory.pageRenamed(page);
    page.name = name;
    await this.refreshSlug(page, actor);
  }

  async refreshSlug(page: Page, actor: Actor): Promise<void> {
    Object.assign(page, await this.slugs.ofItem(page.name, { type: 'page', bookId: page.bookId }, actor, page.id));
  }

  /** Counts the change, and keeps a revision of it when it changed name or body or was explained. */
  async save(page: Page, { before, after, summary, renamed }: BodyChange, actor: Actor): Promise<void> {
    page.revisionCount += 1;
    page.updatedBy = actor.id;
    const { bookId, chapterId, name, slug, slugRank, priority, editor, revisionCount, updatedBy } = page;
    await this.database.of(Page).update(page.id, { bookId, chapterId, name, slug, slugRank, priority, editor, revisionCount, updatedBy });
    await this.crossReferences.follow(actor);
    const changed = after.html !== before.html || after.markdown !== before.markdown;
    const { html, markdown, text } = after;
    if (changed) await this.database.of(PageContent).update(page.id, { html, markdown, text });
    if (changed || renamed || summary !== null) await this.revisions.store(page, after, summary, actor);
  }
}
