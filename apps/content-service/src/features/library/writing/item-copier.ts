import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { Unchecked } from '@almanac/http';
import { validated } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { CoverService } from '../../../content/images/covers';
import { CreateBookDto } from '../../books/books.dto';
import { BooksService } from '../../books/books.service';
import { CreateChapterDto } from '../../chapters/chapters.dto';
import { ChaptersService } from '../../chapters/chapters.service';
import { CreatePageDto } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { CreateShelfDto } from '../../shelves/shelves.dto';
import { ShelvesService } from '../../shelves/shelves.service';
import { NO_MEMBERS } from '../library-site';
import { pagesInReadingOrder } from '../reading-order';

/** A copy is one transaction, and must end before its author gives up. */
const MAX_PAGES = 500;

type PageParent = { book_id: number } | { chapter_id: number };

/**
 * Copies items with their texts, descriptions, tags and covers, and all in them that the author sees, by the services of the API. A copy has
 * no revisions, comments or attachments, and drafts are left out. Images in texts are those of the original.
 */
@Injectable()
export class ItemCopier {
  constructor(
    private readonly database: Database,
    private readonly shelves: ShelvesService,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
    private readonly covers: CoverService,
  ) {}

  /** A shelf with the same books. */
  async shelf(id: number, name: unknown, actor: Actor): Promise<{ id: number }> {
    const { description_html, tags, books, cover } = await (await this.shelves.read(id, NO_MEMBERS, actor)).show();
    const dto = validated(CreateShelfDto, { name, description_html, tags, books: books.map((book) => book.id) });
    const image = await this.covers.copyOf(cover);
    return (await this.shelves.create(Object.assign(dto, { image }), actor)).show();
  }

  async book(id: number, name: unknown, actor: Actor): Promise<{ id: number }> {
    const { description_html, tags, default_template_id, cover, contents } = await this.books.show(id, actor);
    refuseMany(pagesInReadingOrder(contents).length);
    const dto = validated(CreateBookDto, { name, description_html, tags, default_template_id });
    const image = await this.covers.copyOf(cover);
    return this.database.transaction(async () => {
      const copy = await (await this.books.create(Object.assign(dto, { image }), actor)).show();
      for (const entry of contents)
        if (entry.type === 'chapter') await this.chapter(entry.id, entry.name, copy.id, actor);
        else if (!entry.draft) await this.page(entry.id, entry.name, { book_id: copy.id }, actor);
      return copy;
    });
  }

  chapter(id: number, name: unknown, bookId: number, actor: Actor): Promise<{ id: number }> {
    return this.database.transaction(async () => {
      const chapter = await (await this.chapters.read(id, NO_MEMBERS, actor)).show();
      refuseMany(chapter.pages.length);
      const { description_html, tags, default_template_id } = chapter;
      const members = { name, description_html, tags, default_template_id, book_id: bookId };
      const copy = await (await this.chapters.create(validated(CreateChapterDto, members), actor)).show();
      for (const page of chapter.pages)
        if (!page.draft) await this.page(page.id, page.name, { chapter_id: copy.id }, actor);
      return copy;
    });
  }

  async page(id: number, name: unknown, parent: PageParent, actor: Actor): Promise<{ id: number }> {
    const { html, markdown, tags } = await this.pages.source(id, actor);
    const text = markdown === '' ? { html } : { markdown };
    return (await this.pages.create(new Unchecked(CreatePageDto, { name, tags, ...text, ...parent }), actor)).show();
  }
}

function refuseMany(pages: number): void {
  if (pages > MAX_PAGES)
    invalid({
      name: [`Only ${MAX_PAGES} pages can be copied at once. Export this as a ZIP file, and import the file.`],
    });
}
