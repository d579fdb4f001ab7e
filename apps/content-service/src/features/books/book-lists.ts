import type { Actor } from '@almanac/auth';
import type { ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf } from '../../content/included/included-contents';
import { ItemIncludes } from '../../content/included/item-includes';
import { type BookContentsRow, type BookInList, presentBookInList, presentContents } from './book.presenter';
import { BooksRepository } from './books.repository';

@Injectable()
export class BookLists {
  constructor(
    private readonly books: BooksRepository,
    private readonly includes: ItemIncludes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(query: ListQuery, include: Includes, actor: Actor) {
    const { baseUrl } = this.settings;
    const page = await this.books.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.books.contents(ids, actor, limit),
      ({ bookId }) => bookId,
      ({ slug }: BookInList, rows: BookContentsRow[]) => presentContents(rows, `${baseUrl}/books/${slug}`),
    );
    return this.includes.show('book', page, (book) => presentBookInList(book, baseUrl), include, actor, contents);
  }
}
