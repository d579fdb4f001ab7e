import { resolveIncludes } from '../includes/includes';
import { parseHtml } from '../tree/html-tree';
import { filterDocument } from '../filters/output-filters';
import { assignSectionIds } from '../page/section-ids';
import { serializeHtml } from '../tree/serialize-html';

/** Raise it whenever the output for the same stored HTML changes: this invalidates cached results, also those of clients (ETag). */
export const RENDERER_VERSION = 7;

export interface PageToRender {
  /** As stored. */
  html: string;
  /** Stored HTML of those included pages that the reader may see, by id. */
  pages: ReadonlyMap<number, string>;
  /** See `filterHtml`. */
  letters: string;
}

export interface RenderedPage {
  html: string;
  /** Whether the result depends on pages that another reader may not see. */
  hasIncludes: boolean;
}

/** The `html` of a page (content-behaviour §6.6): replaces include tags, renews the ids if there were any, then filters the output. */
export async function renderPage({ html, pages, letters }: PageToRender): Promise<RenderedPage> {
  const document = parseHtml(html);
  const hasIncludes = (await resolveIncludes(document, (id) => pages.get(id))) > 0;
  if (!hasIncludes) return { html: letters ? filterDocument(document, letters) : html, hasIncludes };
  // Included content may be nested too deeply in its new place.
  const whole = parseHtml(serializeHtml(document));
  assignSectionIds(whole);
  return { html: filterDocument(whole, letters), hasIncludes };
}
