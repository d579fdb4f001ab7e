import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RENDERER_VERSION, type PageToRender, type RenderedPage } from './render-page';

const BYTES_PER_CHARACTER = 2;
const BYTES_PER_ENTRY = 256;

/**
 * Rendered pages by what they were rendered from. Pages with include tags are never kept: what they show depends on the reader, and the
 * next reader may see less.
 */
export class RenderedHtmlCache {
  private readonly rendered: LRUCache<string, string>;

  /**
   * @param maxBytes roughly how much memory the kept pages may take
   * @param renderPage renders those that are not kept
   */
  constructor(
    maxBytes: number,
    private readonly renderPage: (page: PageToRender) => Promise<RenderedPage>,
  ) {
    this.rendered = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (html) => html.length * BYTES_PER_CHARACTER + BYTES_PER_ENTRY,
    });
  }

  /**
   * As `renderPageHtml`.
   * @param options.keep false for whoever goes through many pages once, and would push out those that readers come back to
   */
  async render(page: PageToRender, { keep = true }: { keep?: boolean } = {}): Promise<string> {
    const key = keyOf(page);
    const kept = this.rendered.get(key);
    if (kept !== undefined) return kept;
    // Asked of the parsed page, not of its text: an entity can hide a tag from a search.
    const { html, hasIncludes } = await this.renderPage(page);
    if (keep && !hasIncludes) this.rendered.set(key, html);
    return html;
  }

  /** How many pages are kept. */
  get size(): number {
    return this.rendered.size;
  }
}

const keyOf = ({ html, letters }: PageToRender) =>
  createHash('sha256').update(`${RENDERER_VERSION}\n${letters}\n`).update(html).digest('base64');
