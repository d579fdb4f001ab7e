import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { StoredImages } from '../../../domain/images/stored-images';
import { Book } from '../../books/book.entity';
import { BooksService } from '../../books/books.service';
import { ChaptersService } from '../../chapters/chapters.service';
import { PagesService } from '../../pages/pages.service';
import { inOrder, type PortableBook, type PortableChapter, type PortableItem, type PortablePage } from '../format/portable-content';
import { Addresses } from './addresses';
import type { Parent } from './import-target';
import { ImportedTexts } from './imported-texts';
import { PageFiles } from './page-files';
import type { Staged } from './staged-import';

/** One run: what was made so far. */
interface Run {
  staged: Staged;
  actor: Actor;
  addresses: Addresses;
  described: [PortableBook | PortableChapter, number][];
  pages: [PortablePage, number][];
}

const PAGE_ADDRESS = `SELECT item.id, '/books/' || book.slug || '/page/' || item.slug AS path
  FROM pages item JOIN books book ON book.id = item.book_id WHERE item.id = ANY($1)`;

/**
 * Makes an item and everything in it as the caller would have: every part gets its own slug, place, owner and line in the audit log. Call
 * inside a transaction.
 */
@Injectable()
export class ImportWriter {
  constructor(
    private readonly database: Database,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
    private readonly pageFiles: PageFiles,
    private readonly texts: ImportedTexts,
    private readonly images: StoredImages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns the id of the item */
  async write(item: PortableItem, parent: Parent | undefined, staged: Staged, actor: Actor): Promise<number> {
    const run: Run = { staged, actor, addresses: new Addresses(), described: [], pages: [] };
    const id = await this.make(item, parent, run);
    await this.learnPageAddresses(run);
    for (const [described, itsId] of run.described) await this.texts.ofDescribed(described, itsId, run.addresses);
    for (const [page, pageId] of run.pages) await this.texts.ofPage(page, pageId, staged.embedded.get(page), run.addresses, actor);
    return id;
  }

  private make(item: PortableItem, parent: Parent | undefined, run: Run): Promise<number> {
    if (item.kind === 'book') return this.book(item, run);
    const id = parent?.id ?? 0;
    if (item.kind === 'chapter') return this.chapter(item, id, run);
    return this.page(item, parent && 'bookId' in parent ? { chapter_id: id } : { book_id: id }, run);
  }

  private async book(book: PortableBook, run: Run): Promise<number> {
    const { actor, staged, addresses } = run;
    const { id, slug } = await this.books.create({ name: book.name, tags: book.tags }, actor);
    if (staged.cover) {
      const { id: imageId } = await this.images.addRow({ ...staged.cover, uploadedTo: id }, actor);
      await this.database.of(Book).update(id, { imageId });
    }
    addresses.add('book', book.id, `${this.settings.baseUrl}/books/${slug}`);
    run.described.push([book, id]);
    for (const child of inOrder<PortableChapter | PortablePage>([...book.chapters, ...book.pages])) {
      if (child.kind === 'chapter') await this.chapter(child, id, run);
      else await this.page(child, { book_id: id }, run);
    }
    return id;
  }

  private async chapter(chapter: PortableChapter, bookId: number, run: Run): Promise<number> {
    const { id, slug, book_slug } = await this.chapters.create({ book_id: bookId, name: chapter.name, tags: chapter.tags }, run.actor);
    run.addresses.add('chapter', chapter.id, `${this.settings.baseUrl}/books/${book_slug}/chapter/${slug}`);
    run.described.push([chapter, id]);
    for (const page of inOrder(chapter.pages)) await this.page(page, { chapter_id: id }, run);
    return id;
  }

  private async page(page: PortablePage, parent: { book_id: number } | { chapter_id: number }, run: Run): Promise<number> {
    const { id } = await this.pages.create({ ...parent, name: page.name, tags: page.tags }, run.actor);
    await this.pageFiles.add(page, id, run.staged, run.addresses, run.actor);
    run.pages.push([page, id]);
    return id;
  }

  private async learnPageAddresses({ pages, addresses }: Run): Promise<void> {
    const rows = await this.database.query<{ id: number; path: string }>(PAGE_ADDRESS, [pages.map(([, id]) => id)]);
    const paths = new Map(rows.map(({ id, path }) => [id, path]));
    for (const [page, id] of pages) addresses.add('page', page.id, `${this.settings.baseUrl}${paths.get(id) ?? ''}`);
  }
}
