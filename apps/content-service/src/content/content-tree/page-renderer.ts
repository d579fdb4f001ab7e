import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { mayHaveIncludeTags } from '../../text/includes/include-tags';
import { RENDERER_VERSION } from '../../text/rendering/render-page';
import { RenderedHtmlCache } from '../../text/rendering/rendered-html-cache';
import { isShort } from '../../text/rendering/text-work';
import { SiteSettings } from '../settings/site-settings';
import { IncludedPages, type StoredHtml } from './included-pages';

/** A rendering that has not started yet. */
interface Plan {
  /** Identifies the input: equal versions give equal HTML. */
  version: unknown[];
  render: () => Promise<string>;
}

const NO_PAGES: StoredHtml = new Map();

/** Renders stored HTML for one reader. Includes only pages that this reader may see. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly rendered: RenderedHtmlCache,
    private readonly included: IncludedPages,
    private readonly site: SiteSettings,
  ) {}

  /** @param options as in `RenderedHtmlCache.render` */
  async render(html: string, actor: Actor, options?: { keep?: boolean }): Promise<string> {
    return (await this.plan(html, actor, options)).render();
  }

  /** The same, deferred: the version is known before rendering, because it is made of the input, included pages too. */
  async plan(html: string, actor: Actor, options?: { keep?: boolean }): Promise<Plan> {
    const { contentFiltering: letters } = await this.site.current();
    const pages = await this.included.of([html], actor);
    return {
      version: [RENDERER_VERSION, letters, ...pages],
      render: () => this.rendered.render({ html, letters, pages }, options),
    };
  }

  /**
   * Renders a text into the cache, beside the statement that stores it. It runs no statement itself, and never fails: the answer renders
   * the text again then. Long texts and texts with include tags are left to the answer.
   * @param letters see `filterHtml`
   */
  async renderAhead(html: string, letters: string): Promise<void> {
    if (!isShort(html) || mayHaveIncludeTags(html)) return;
    // The statement leaves first, so that PostgreSQL works meanwhile.
    await setImmediate();
    await this.rendered.render({ html, letters, pages: NO_PAGES }).catch(() => undefined);
  }

  /** Renders many texts one after the other. The limits of included pages hold for all of them together. */
  async *renderAll(htmls: readonly string[], actor: Actor): AsyncGenerator<string, undefined> {
    const { contentFiltering: letters } = await this.site.current();
    const pages = await this.included.of(htmls, actor);
    for (const html of htmls) yield this.rendered.render({ html, letters, pages });
    return undefined;
  }
}
