import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { requireMatch, type Unchecked, versionedAnswer, withMembers } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf, ItemIncludes } from '../../content/included/item-includes';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ActivityLog } from '../../content/activity/activity-log';
import { TrashService } from '../../content/trash/trash.service';
import {
  type BookContentsRow,
  type BookDetail,
  type BookInList,
  presentBook,
  presentBookInList,
  presentBookWithContents,
  presentContents,
} from './book.presenter';
import { BookWriter } from './book-writer';
import type { CreateBookDto, UpdateBookDto } from './books.dto';
import { BooksRepository } from './books.repository';

@Injectable()
export class BooksService {
  constructor(
    private readonly database: Database,
    private readonly books: BooksRepository,
    private readonly writer: BookWriter,
    private readonly includes: ItemIncludes,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, include: Includes, actor: Actor) {
    const { baseUrl } = this.settings;
    const page = await this.books.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.books.contents(ids, actor, limit),
      ({ bookId }) => bookId,
      ({ slug }: BookInList, rows: BookContentsRow[]) => presentContents(rows, `${baseUrl}/books/${slug}`),
    );
    return this.includes.presentList(
      'book',
      page,
      (book) => presentBookInList(book, baseUrl),
      include,
      actor,
      contents,
    );
  }

  async read(id: number, include: Includes, actor: Actor) {
    const book = this.books.find(id, actor);
    const answer = await this.withContents(id, book, actor);
    return withMembers(answer, await this.includes.of('book', await book, include, actor));
  }

  /** For the page of the book: as `read`, with paths as addresses, and the rights of the reader. @throws Problem 404 */
  async show(id: number, actor: Actor) {
    const { book, contents, shelves } = await this.parts(id, this.books.find(id, actor), actor);
    const permissions = await this.includes.rights('book', book, actor);
    return { ...presentBookWithContents(book, contents, shelves, ''), permissions };
  }

  /** The chapters and pages that the reader sees, with paths as their addresses. The book itself may be hidden. */
  async contents({ id, slug }: { id: number; slug: string }, actor: Actor) {
    return presentContents(await this.books.contents([id], actor), `/books/${slug}`);
  }

  create(dto: CreateBookDto, actor: Actor) {
    return this.database.transaction(async () => {
      const book = await this.writer.create(dto, actor);
      await this.activity.item('book_create', 'book', book, actor);
      return this.presentSaved(book, actor);
    });
  }

  update(id: number, input: Unchecked<UpdateBookDto>, actor: Actor) {
    return this.database.transaction(async () => {
      const book = await this.books.lockFor('update', id, actor);
      await requireMatch(() => this.withContents(id, book, actor));
      await this.writer.change(book, input.validate(), actor);
      await this.activity.item('book_update', 'book', book, actor);
      return this.presentSaved(book, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const book = await this.books.lockFor('delete', id, actor);
      await requireMatch(() => this.withContents(id, book, actor));
      await this.trash.bin('book', book, actor);
    });
  }

  private async presentSaved(book: BookDetail, actor: Actor) {
    return (await this.withContents(book.id, book, actor)).as(() => presentBook(book, this.settings.baseUrl));
  }

  private async withContents(id: number, loading: BookDetail | Promise<BookDetail>, actor: Actor) {
    const { book, contents, shelves } = await this.parts(id, loading, actor);
    return versionedAnswer(presentBookWithContents(book, contents, shelves, this.settings.baseUrl));
  }

  private async parts(id: number, loading: BookDetail | Promise<BookDetail>, actor: Actor) {
    const [book, contents, shelves] = await Promise.all([
      loading,
      this.books.contents([id], actor),
      this.books.shelvesOf(id, actor),
    ]);
    return { book, contents, shelves };
  }
}
