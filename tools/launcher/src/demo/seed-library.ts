import { drawCover } from './cover';
import type { DemoApi } from './demo-api';
import type { DemoBook, DemoChapter, DemoPage, DemoShelf } from './library/demo-book';

/** Creates the missing shelves and their contents. Records that already have the right name stay unchanged. */
export async function seedLibrary(api: DemoApi, shelves: readonly DemoShelf[]): Promise<void> {
  const writer = new LibraryWriter(api, {
    books: await api.idsByName('/api/books?count=500', 'data', 'name'),
    chapters: await api.idsByName('/api/chapters?count=500', 'data', 'name'),
    pages: await api.idsByName('/api/pages?count=500', 'data', 'name'),
    shelves: await api.idsByName('/api/shelves?count=500', 'data', 'name'),
  });
  for (const shelf of shelves) await writer.shelf(shelf);
}

type Known = Record<'books' | 'chapters' | 'pages' | 'shelves', Map<string, number>>;

class LibraryWriter {
  constructor(
    private readonly api: DemoApi,
    private readonly known: Known,
  ) {}

  async shelf({ name, description, tags, books }: DemoShelf): Promise<void> {
    const ids: number[] = [];
    for (const book of books) ids.push(await this.book(book));
    if (!this.known.shelves.has(name)) await this.api.create('/api/shelves', { name, description, tags, books: ids });
  }

  private async book(book: DemoBook): Promise<number> {
    const id = this.known.books.get(book.name) ?? (await this.api.create('/api/books', await bookForm(book)));
    for (const chapter of book.chapters) await this.chapter(id, chapter);
    await this.pages({ book_id: id }, book.pages);
    return id;
  }

  private async chapter(bookId: number, { name, description, pages }: DemoChapter): Promise<void> {
    const id =
      this.known.chapters.get(name) ?? (await this.api.create('/api/chapters', { book_id: bookId, name, description }));
    await this.pages({ chapter_id: id }, pages);
  }

  private async pages(parent: { book_id: number } | { chapter_id: number }, pages: readonly DemoPage[]): Promise<void> {
    for (const [index, page] of pages.entries()) {
      if (!this.known.pages.has(page.name))
        await this.api.create('/api/pages', { ...parent, priority: index + 1, ...page });
    }
  }
}

/** A multipart form, because the cover is a file. */
async function bookForm(book: DemoBook): Promise<FormData> {
  const form = new FormData();
  form.set('name', book.name);
  form.set('description_html', book.description_html);
  for (const [index, tag] of book.tags.entries()) {
    form.set(`tags[${index}][name]`, tag.name);
    form.set(`tags[${index}][value]`, tag.value);
  }
  const image = new Blob([new Uint8Array(await drawCover(book))], { type: 'image/png' });
  form.set('image', image, `${book.name.toLowerCase().replaceAll(' ', '-')}.png`);
  return form;
}
