import type { Actor } from '@almanac/auth';
import { type Versioned, versioned } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { type PageDetail, presentPage, presentPageWithComments } from '../../content/items/page.presenter';
import { TextWork } from '../../text/rendering/text-work';
import type { WrittenPage } from './writing/page-writer';

type PageAnswer = ReturnType<typeof presentPage>;

/** Renders pages for answers. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly texts: TextWork,
  ) {}

  /** The answer to a read. Its version is known before rendering. */
  async ofRead(page: PageDetail, actor: Actor): Promise<Versioned<ReturnType<typeof presentPageWithComments>>> {
    const { version, render } = await this.renderer.plan(page.html, actor);
    return versioned([presentPage(page, ''), page.comments, version], async () => {
      const comments = await this.texts.showComments(page.comments);
      return presentPageWithComments(page, comments, await render());
    });
  }

  /** The answer to a change. Reads included pages at once; the returned function renders, after the transaction. */
  async ofWrite(page: WrittenPage, actor: Actor): Promise<() => Promise<PageAnswer>> {
    const { render } = await this.renderer.plan(page.html, actor);
    return async () => presentPage(page, await render());
  }
}
