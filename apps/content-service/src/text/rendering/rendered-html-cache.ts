import { createHash } from 'node:crypto';
import { countLookup } from '@almanac/observability';
import type { LRUCache } from 'lru-cache';
import { textCache } from '../text-cache';
import { RENDERER_VERSION, type PageToRender, type RenderedPage } from './render-page';

/**
 * Caches rendered pages by their input. Pages with include tags are never cached: their output depends on the reader, and the next
 * reader may see less.
 */
export class RenderedHtmlCache {
  private readonly rendered: LRUCache<string, string>;

  /**
   * @param maxBytes approximate memory limit of the cache
   * @param renderPage renders pages that are not cached
   */
  constructor(
    maxBytes: number,
    private readonly renderPage: (page: PageToRender) => Promise<RenderedPage>,
  ) {
    this.rendered = textCache('rendered pages', maxBytes);
  }

  /**
   * As `renderPage`.
   * @param options.keep false for callers that render many pages once, so that they do not evict the pages of readers
   */
  async render(page: PageToRender, { keep = true }: { keep?: boolean } = {}): Promise<string> {
    const key = keyOf(page);
    const cached = this.rendered.get(key);
    countLookup('rendered pages', cached !== undefined);
    if (cached !== undefined) return cached;
    // The flag comes from the parsed page, because an entity can hide a tag from a text search.
    const { html, hasIncludes } = await this.renderPage(page);
    if (keep && !hasIncludes) this.rendered.set(key, html);
    return html;
  }

  /** The number of cached pages. */
  get size(): number {
    return this.rendered.size;
  }
}

const keyOf = ({ html, letters }: PageToRender) =>
  createHash('sha256').update(`${RENDERER_VERSION}\n${letters}\n`).update(html).digest('base64');
