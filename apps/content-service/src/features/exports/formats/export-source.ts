import type { ExportedPage, PageBody } from './exported-item';

/** Content that format writers read while they write, as the caller of the export may see it. */
export interface ExportSource {
  /** HTML as the caller sees it: includes resolved, filtered. */
  render(html: string): Promise<string>;

  toMarkdown(html: string): Promise<string>;

  toPlainText(html: string): Promise<string>;

  /** The body of the next page; pages must be requested in their given order. `undefined` for a page that was deleted meanwhile. */
  bodyOf(page: { id: number }): Promise<PageBody | undefined>;
}

/** Opens a new source of the texts of these pages, in their given order. */
export type OpenSource = (pages: ExportedPage[]) => ExportSource;

/** Lets writers walk the tree of an item while the bodies arrive in batches. */
export function inReadingOrder(bodies: AsyncGenerator<PageBody>): ExportSource['bodyOf'] {
  let ahead: PageBody | undefined;
  return async ({ id }) => {
    ahead ??= (await bodies.next()).value ?? undefined;
    if (ahead?.page.id !== id) return undefined;
    const body = ahead;
    ahead = undefined;
    return body;
  };
}
