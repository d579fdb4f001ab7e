import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { MAX_CHARACTERS, MAX_PAGES } from '../../text/includes/include-sources';
import { mayHaveIncludeTags } from '../../text/includes/include-tags';
import { PASSES } from '../../text/includes/includes';
import { RENDERER_VERSION } from '../../text/rendering/render-page';
import { RenderedHtmlCache } from '../../text/rendering/rendered-html-cache';
import { isShort, TextWork } from '../../text/rendering/text-work';
import { AccessService } from '../access/access.service';
import { PageContent } from '../items/page.entity';
import { SiteSettings } from '../settings/site-settings';

/** A rendering that has not started yet. */
interface Plan {
  /** Identifies the input: equal versions give equal HTML. */
  version: unknown[];
  render: () => Promise<string>;
}

/** Stored HTML by page id. The same pages always come in the same order. */
type StoredHtml = ReadonlyMap<number, string>;

const NO_PAGES: StoredHtml = new Map();

/** Renders stored HTML for one reader. Includes only pages that this reader may see. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly rendered: RenderedHtmlCache,
    private readonly site: SiteSettings,
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly texts: TextWork,
  ) {}

  /** @param options as in `RenderedHtmlCache.render` */
  async render(html: string, actor: Actor, options?: { keep?: boolean }): Promise<string> {
    return (await this.plan(html, actor, options)).render();
  }

  /** The same, deferred: the version is known before rendering, because it is made of the input, included pages too. */
  async plan(html: string, actor: Actor, options?: { keep?: boolean }): Promise<Plan> {
    const { contentFiltering: letters } = await this.site.current();
    const pages = await this.includedPages([html], actor);
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
    const pages = await this.includedPages(htmls, actor);
    for (const html of htmls) yield this.rendered.render({ html, letters, pages });
    return undefined;
  }

  /**
   * All pages needed to render these texts: those that a page includes, directly or through other pages, if the reader may see them. One
   * query per pass, up to the limits of one rendering.
   */
  private async includedPages(htmls: readonly string[], actor: Actor): Promise<StoredHtml> {
    const requestedIds = new Set<number>();
    const found = new Map<number, string>();
    let texts = [...htmls];
    for (let pass = 0; pass < PASSES; pass++) {
      const newIds = [...new Set(await this.texts.includedIds(texts))].filter((id) => !requestedIds.has(id));
      const ids = newIds.slice(0, MAX_PAGES - requestedIds.size);
      if (ids.length === 0) break;
      for (const id of ids) requestedIds.add(id);
      const pages = await this.load(ids, actor);
      for (const [id, text] of pages) found.set(id, text);
      texts = [...pages.values()];
    }
    return found;
  }

  /** The pages among `ids` that the reader may see, up to the limit of characters. */
  private async load(ids: readonly number[], actor: Actor): Promise<StoredHtml> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const statement = sql`SELECT ${selectColumns(PageContent, 'included', 'pageId', 'html')} FROM (
        SELECT content.page_id, content.html, sum(octet_length(content.html)) OVER (ORDER BY page.id) AS total
        FROM pages page JOIN page_contents content ON content.page_id = page.id
        WHERE ${visible} AND page.id = ANY (${parameters.add(ids)}::int[])) included
      WHERE total <= ${MAX_CHARACTERS} ORDER BY page_id`;
    const rows = await this.database.query(statement, parameters.values);
    return new Map(rows.map(({ pageId, html }) => [pageId, html]));
  }
}
