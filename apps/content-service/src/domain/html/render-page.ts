import { resolveIncludes } from './includes';
import { parseHtml } from './html-tree';
import { filterDocument } from './output-filters';
import { assignSectionIds } from './section-ids';
import { serializeHtml } from './serialize-html';

/** To be raised whenever the same stored HTML would be shown differently, so that nothing cached survives the change. */
export const RENDERER_VERSION = 4;

export interface PageToRender {
  /** As stored. */
  html: string;
  /** Stored HTML of the pages that it includes, as far as the reader may see them. */
  pages: ReadonlyMap<number, string>;
  /** See `filterHtml`. */
  letters: string;
}

/** The `html` of a page (content-behaviour §6.6): includes, then ids over the whole if there were any, then the output filters. */
export async function renderPageHtml(page: PageToRender): Promise<string> {
  return (await renderPage(page)).html;
}

export interface RenderedPage {
  html: string;
  /** Whether the result depends on pages that another reader may not see. */
  hasIncludes: boolean;
}

/** The same, and whether there were includes. */
export async function renderPage({ html, pages, letters }: PageToRender): Promise<RenderedPage> {
  const document = parseHtml(html);
  const hasIncludes = (await resolveIncludes(document, (id) => pages.get(id))) > 0;
  if (!hasIncludes) return { html: letters ? filterDocument(document, letters) : html, hasIncludes };
  // Inclusion may put a link into a link, which no browser keeps.
  const whole = parseHtml(serializeHtml(document));
  assignSectionIds(whole);
  return { html: filterDocument(whole, letters), hasIncludes };
}
