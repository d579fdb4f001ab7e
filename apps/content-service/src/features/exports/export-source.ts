import type { PageBody } from './exported-item';

/** What writers ask for while they write; answered for the caller of the export. */
export interface ExportSource {
  /** The HTML that the reader of a page is shown: includes resolved, filtered. */
  render(html: string): Promise<string>;

  toMarkdown(html: string): Promise<string>;

  toPlainText(html: string): Promise<string>;

  /** The next page's body; pages come in reading order. `undefined` when it was deleted meanwhile. */
  bodyOf(page: { id: number }): Promise<PageBody | undefined>;
}

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
