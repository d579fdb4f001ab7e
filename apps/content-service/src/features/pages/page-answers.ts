import type { Actor } from '@almanac/auth';
import { type Versioned, versioned, withMembers } from '@almanac/http';
import type { ListPage } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import type { Includes } from '../../content/included/include-parameter';
import { ItemIncludes } from '../../content/included/item-includes';
import { type PageInList, presentPageInList } from '../../content/items/page-in-list';
import type { PageCommentRow } from '../../content/comments/page-comments';
import { TextWork } from '../../text/rendering/text-work';
import type { WrittenPage } from './page-writer';
import { type PageDetail, presentPage, presentPageWithComments } from './page.presenter';

/** Everything that the answer to a read depends on. */
const versionOf = (page: WrittenPage, comments: readonly PageCommentRow[], rendered: unknown): unknown[] => [
  presentPage(page, ''),
  comments,
  rendered,
];

type PageAnswer = ReturnType<typeof presentPage>;

/** Renders pages for answers. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly texts: TextWork,
    private readonly includes: ItemIncludes,
  ) {}

  ofList(page: ListPage<PageInList>, include: Includes, actor: Actor) {
    return this.includes.show('page', page, presentPageInList, include, actor);
  }

  /** The answer to a read. Its version is known before rendering. @param include further members that the caller asked for */
  async ofRead(
    page: PageDetail,
    actor: Actor,
    include: Includes = new Set(),
  ): Promise<Versioned<ReturnType<typeof presentPageWithComments>>> {
    const { version, render } = await this.renderer.plan(page.html, actor);
    const answer = versioned(versionOf(page, page.comments, version), async () => {
      const comments = await this.texts.showComments(page.comments);
      return presentPageWithComments(page, comments, await render());
    });
    return withMembers(answer, await this.includes.of('page', page, include, actor));
  }

  /**
   * The answer to a change, with the version of the next read. Reads included pages at once; `show` renders, after the transaction.
   * @param comments those of the page, which belong to the version but not to the answer
   */
  async ofWrite(page: WrittenPage, comments: readonly PageCommentRow[], actor: Actor): Promise<Versioned<PageAnswer>> {
    const { version, render } = await this.renderer.plan(page.html, actor);
    return versioned(versionOf(page, comments, version), async () => presentPage(page, await render()));
  }
}
