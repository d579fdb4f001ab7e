import type { LoadPage } from './include-sources';
import { resolveIncludes } from './includes';
import { parseHtml } from './html-tree';
import { filterDocument } from './output-filters';
import { assignSectionIds } from './section-ids';

/** To be raised whenever the same stored HTML would be shown differently, so that nothing cached survives the change. */
export const RENDERER_VERSION = 1;

export interface PageToRender {
  /** As stored. */
  html: string;
  /** Gives the pages that the reader may see, for include tags. */
  loadPage: LoadPage;
  /** See `filterHtml`. */
  letters: string;
}

/** The `html` of a page (content-behaviour §6.6): includes, then ids over the whole if there were any, then the output filters. */
export async function renderPageHtml(page: PageToRender): Promise<string> {
  return (await renderPage(page)).html;
}

/** The same, and whether the result depends on pages that another reader may not see. */
export async function renderPage({ html, loadPage, letters }: PageToRender): Promise<{ html: string; hasIncludes: boolean }> {
  const document = parseHtml(html);
  const hasIncludes = (await resolveIncludes(document, loadPage)) > 0;
  if (hasIncludes) assignSectionIds(document);
  return { html: hasIncludes || letters ? filterDocument(document, letters) : html, hasIncludes };
}
