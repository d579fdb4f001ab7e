import type { DemoApi } from '../api/demo-api';
import type { DemoAuthors } from '../people/demo-authors';
import { pictureFile } from '../pictures/pictures';
import {
  type DemoBook,
  type DemoChapter,
  type DemoPage,
  type DemoShelf,
  type DemoTags,
  pagesOf,
} from './books/demo-book';
import { hasIncludes, PageTexts } from './page-texts';
import { PageWriter } from './page-writer';

type Place = { readonly book_id: number } | { readonly chapter_id: number };

/** A page whose text names others waits until these have ids. */
interface PlacedPage {
  readonly page: DemoPage;
  readonly place: Place & { readonly priority: number };
}

/** Creates the missing books with their contents. Records that already have the right name stay unchanged. */
export async function seedBooks(admin: DemoApi, authors: DemoAuthors, books: readonly DemoBook[]): Promise<void> {
  const pages = new PageWriter(authors, new PageTexts(books), await known(admin, 'pages'));
  const writer = new LibraryWriter(authors, pages, {
    books: await known(admin, 'books'),
    chapters: await known(admin, 'chapters'),
    sortRules: await known(admin, 'sort-rules'),
  });
  // Lists show the newest book first.
  await Promise.all(books.toReversed().map((book) => writer.book(book)));
  await writer.pagesWithIncludes();
  await pages.addExtras(admin, books.flatMap(pagesOf));
}

/** Creates the missing shelves, one after the other, once their books are there. */
export async function seedShelves(admin: DemoApi, authors: DemoAuthors, shelves: readonly DemoShelf[]): Promise<void> {
  const [books, existing] = [await known(admin, 'books'), await known(admin, 'shelves')];
  for (const { by, name, description, tags, cover, books: held } of shelves) {
    if (existing.has(name)) continue;
    const form = formOf({ name, description }, tags, cover);
    for (const [index, book] of held.entries()) form.set(`books[${index}]`, String(books.get(book.name)));
    await authors.of(by).create('/api/shelves', form);
  }
}

const known = (api: DemoApi, kind: string): Promise<Map<string, number>> =>
  api.idsByName(`/api/${kind}?count=500`, 'data', 'name');

class LibraryWriter {
  private readonly waiting: PlacedPage[] = [];

  constructor(
    private readonly authors: DemoAuthors,
    private readonly pages: PageWriter,
    private readonly known: Record<'books' | 'chapters' | 'sortRules', Map<string, number>>,
  ) {}

  /** One page after the other: the library locks the book for each. */
  async book(book: DemoBook): Promise<void> {
    const id = this.known.books.get(book.name) ?? (await this.newBook(book));
    const { by, onlyFor } = book;
    // Also after an interruption, which may have come between both requests.
    if (onlyFor) await this.authors.of(by).change(`/api/content-permissions/book/${id}`, this.onlyFor(onlyFor));
    await this.fill({ book_id: id }, book.pages);
    for (const [index, chapter] of book.chapters.entries())
      await this.chapter(id, chapter, book, book.pages.length + index + 1);
  }

  async pagesWithIncludes(): Promise<void> {
    for (const { page, place } of this.waiting) await this.pages.write(page, place);
  }

  private async newBook(book: DemoBook): Promise<number> {
    const { name, description_html, tags, cover, sortRule } = book;
    const form = formOf({ name, description_html }, tags, cover);
    if (sortRule) form.set('sort_rule_id', String(this.known.sortRules.get(sortRule)));
    const api = this.authors.of(book.by);
    const id = await api.create('/api/books', form);
    this.known.books.set(name, id);
    return id;
  }

  private onlyFor(role: string): object {
    const [all, none] = [true, false].map((may) => ({ view: may, create: may, update: may, delete: may }));
    return {
      role_permissions: [{ role_id: this.authors.roleId(role), ...all }],
      fallback_permissions: { inheriting: false, ...none },
    };
  }

  private async chapter(bookId: number, chapter: DemoChapter, { by }: DemoBook, priority: number): Promise<void> {
    const { name, description, pages } = chapter;
    const body = { book_id: bookId, name, description, priority };
    const id = this.known.chapters.get(name) ?? (await this.authors.of(by).create('/api/chapters', body));
    await this.fill({ chapter_id: id }, pages);
  }

  private async fill(parent: Place, pages: readonly DemoPage[]): Promise<void> {
    for (const [index, page] of pages.entries()) {
      const place = { ...parent, priority: index + 1 };
      if (hasIncludes(page)) this.waiting.push({ page, place });
      else await this.pages.write(page, place);
    }
  }
}

/** A multipart form, because the cover is a file. */
function formOf(fields: Readonly<Record<string, string>>, tags: DemoTags, cover: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, [name, value]] of Object.entries(tags).entries()) {
    form.set(`tags[${index}][name]`, name);
    form.set(`tags[${index}][value]`, value);
  }
  const picture = pictureFile(cover);
  form.set('image', picture.blob, picture.name);
  return form;
}
