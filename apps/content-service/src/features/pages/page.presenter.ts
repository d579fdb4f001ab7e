import type { Actor } from '@almanac/auth';
import { type VersionedAnswer, versionedAnswer, withMembers } from '@almanac/http';
import type { ListBatch } from '@almanac/listing';
import { listOf, NamedSchema, record, TEXT } from '@almanac/openapi';
import { Injectable } from '@nestjs/common';
import { PAGE_COMMENTS, type PageCommentRow, presentPageComments } from '../../content/comments/comment.presenter';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import type { Includes } from '../../content/included/include-parameter';
import { ItemIncludes, type ItemMembers } from '../../content/included/item-includes';
import type { ItemDetail } from '../../content/items/item.repository';
import { PAGE_COLUMNS, type PageInList, presentPageColumns, presentPageInList } from '../../content/items/page-in-list';
import type { Page, PageContent } from '../../content/items/page.entity';
import {
  ITEM_MEMBERS,
  PEOPLE_MEMBERS,
  PERMISSIONS_INCLUDED,
  presentItem,
  presentPeople,
  TAG_SCHEMA,
} from '../../content/kinds/presentation';
import type { SortedItem } from '../../content/sorting/book-order';
import { TextWork } from '../../text/rendering/text-work';

/** The body is as stored. */
export type PageDetail = ItemDetail<Page> & SortedItem & Omit<PageContent, 'pageId'> & { comments: PageCommentRow[] };

/** A page as it was written. Comments do not belong to the answer of a change. */
export type WrittenPage = Omit<PageDetail, 'comments'>;

/**
 * After create and update.
 * @param html the stored HTML with includes resolved, filtered
 */
const presentPage = (page: WrittenPage, html: string) => ({
  ...presentItem(page),
  ...presentPeople(page),
  type: 'page',
  ...presentPageColumns(page),
  html,
  raw_html: page.html,
  markdown: page.markdown,
  tags: page.tags,
});

/** A single read: with the comments as trees. */
const presentPageWithComments = (page: WrittenPage, comments: readonly PageCommentRow[], html: string) => ({
  ...presentPage(page, html),
  comments: presentPageComments(comments),
});

const SAVED = {
  ...ITEM_MEMBERS,
  ...PEOPLE_MEMBERS,
  type: { ...TEXT, enum: ['page'] },
  ...PAGE_COLUMNS,
  html: { ...TEXT, description: 'For readers: includes are resolved, and scripts are removed' },
  raw_html: { ...TEXT, description: 'As stored' },
  markdown: TEXT,
  tags: listOf(TAG_SCHEMA),
};

/** Answers of `presentPage`. */
export const SAVED_PAGE_SCHEMA = new NamedSchema('SavedPage', record(SAVED));

export const PAGE_SCHEMA = new NamedSchema('Page', record({ ...SAVED, comments: PAGE_COMMENTS }, PERMISSIONS_INCLUDED));

/** Everything that the answer to a read depends on. */
const versionOf = (page: WrittenPage, comments: readonly PageCommentRow[], rendered: unknown): unknown[] => [
  presentPage(page, ''),
  comments,
  rendered,
];

type SavedPage = ReturnType<typeof presentPage>;

/** Renders pages for answers. */
@Injectable()
export class PagePresenter {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly texts: TextWork,
    private readonly includes: ItemIncludes,
  ) {}

  presentList(page: ListBatch<PageInList>, include: Includes, actor: Actor) {
    return this.includes.presentList('page', page, presentPageInList, include, actor);
  }

  /** The answer to a read. Its version is known before rendering. @param include further members that the caller asked for */
  async presentRead(
    page: PageDetail,
    actor: Actor,
    include: Includes = new Set(),
  ): Promise<VersionedAnswer<ReturnType<typeof presentPageWithComments> & ItemMembers>> {
    const { version, render } = await this.renderer.plan(page.html, actor);
    const answer = versionedAnswer(versionOf(page, page.comments, version), async () => {
      const comments = await this.texts.showComments(page.comments);
      return presentPageWithComments(page, comments, await render());
    });
    return withMembers(answer, await this.includes.of('page', page, include, actor));
  }

  rights(page: PageDetail, actor: Actor) {
    return this.includes.rights('page', page, actor);
  }

  /**
   * The answer to a change, with the version of the next read. Reads included pages at once; `show` renders, after the transaction.
   * @param comments those of the page, which belong to the version but not to the answer
   */
  async presentWrite(
    page: WrittenPage,
    comments: readonly PageCommentRow[],
    actor: Actor,
  ): Promise<VersionedAnswer<SavedPage>> {
    const { version, render } = await this.renderer.plan(page.html, actor);
    return versionedAnswer(versionOf(page, comments, version), async () => presentPage(page, await render()));
  }
}
