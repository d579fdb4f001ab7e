import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pictureAsDataUri } from '../pictures/pictures';
import { type DemoBook, type DemoPage, pagesOf } from './books/demo-book';

const FOLDER = path.join(__dirname, 'texts');

/** The API accepts pages as Markdown or as HTML. */
type PageText = { readonly markdown: string } | { readonly html: string };

/** The part of the address that the library makes from a name of letters and blanks. */
export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** `{{@page:slug}}` includes the page with this slug. */
const INCLUDE = /\{\{@page:([a-z0-9-]+)\}\}/g;

/** Texts of pages, with addresses and ids in place of names. */
export class PageTexts {
  private readonly addresses: ReadonlyMap<string, string>;

  constructor(books: readonly DemoBook[]) {
    this.addresses = new Map(
      books.flatMap((book) =>
        pagesOf(book).map(({ name }) => [slugOf(name), `/books/${slugOf(book.name)}/page/${slugOf(name)}`]),
      ),
    );
  }

  /**
   * The text as the API accepts it: `(page:slug)` is the address of a page, `(picture:name)` the picture itself.
   * @param ids of pages by name, for included ones
   */
  of(
    page: DemoPage,
    ids: ReadonlyMap<string, number>,
    wordings: readonly (readonly [string, string])[] = [],
  ): PageText {
    const { text, isMarkdown } = read(page);
    const idsBySlug = new Map(Array.from(ids, ([name, id]) => [slugOf(name), id]));
    const reworded = wordings.reduce((former, [now, before]) => replaced(former, now, before), text);
    const resolved = reworded
      .replaceAll(/\(page:([a-z0-9-]+)\)/g, (_, slug: string) => `(${found(this.addresses, slug)})`)
      .replaceAll(/\(picture:([a-z0-9-]+)\)/g, (_, name: string) => `(${pictureAsDataUri(name)})`)
      .replaceAll(INCLUDE, (_, slug: string) => `{{@${found(idsBySlug, slug)}}}`);
    return isMarkdown ? { markdown: resolved } : { html: resolved };
  }
}

/** Pages that include others are created after these. */
export const hasIncludes = (page: DemoPage): boolean => read(page).text.search(INCLUDE) >= 0;

function read({ name }: DemoPage): { text: string; isMarkdown: boolean } {
  const file = path.join(FOLDER, slugOf(name));
  const isMarkdown = existsSync(`${file}.markdown`);
  return { text: readFileSync(isMarkdown ? `${file}.markdown` : `${file}.html`, 'utf8'), isMarkdown };
}

function found<T>(known: ReadonlyMap<string, T>, slug: string): T {
  const value = known.get(slug);
  if (value === undefined) throw new Error(`no page of the demo has the address ${slug}`);
  return value;
}

function replaced(text: string, now: string, before: string): string {
  if (!text.includes(now)) throw new Error(`no page says "${now}"`);
  return text.replace(now, before);
}
