import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Param, Query, Render } from '@nestjs/common';
import { IncludedMembers } from '../../../content/included/included-members';
import { LibraryPage } from '../../../web/reader.guard';
import { BooksService } from '../../books/books.service';
import { ChaptersService } from '../../chapters/chapters.service';
import { EXPORT_LINKS } from '../../exports/export-formats';
import { batchQuery, batchNumber, pagerOf } from '../../../web/list-batches';
import { ALL_BOOKS, LIBRARY, NO_MEMBERS, recentChanges } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { pagesInReadingOrder, sizeOf } from '../reading-order';
import { actionsOn, newItem } from '../writing/item-actions';
import { WITH_RIGHTS } from '../writing/writing-page';

/** The contents of a larger book show its chapters only, until a reader opens them. */
const MAX_OPEN_PAGES = 100;

@LibraryPage('books')
export class BookSiteController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly members: IncludedMembers,
  ) {}

  @Get()
  @Render('features/library/books/books')
  async list(@Query('page') requested: unknown, @CurrentActor() actor: Actor) {
    const batch = batchNumber(requested);
    const list = await this.books.list(batchQuery(batch), NO_MEMBERS, actor);
    const pager = pagerOf(batch, list.total, '/books');
    return { ...LIBRARY, title: 'Books', tab: 'books', list, pager, actions: newItem('book', actor) };
  }

  @Get(':slug')
  @Render('features/library/books/book')
  async read(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'book', slug }, actor);
    const book = await this.books.show(id, actor);
    const pages = pagesInReadingOrder(book.contents);
    return {
      ...LIBRARY,
      feeds: recentChanges(`${path}/feed.atom`),
      crumbs: [ALL_BOOKS],
      title: book.name,
      summary: book.description,
      book,
      contents: book.contents,
      size: sizeOf(book.contents),
      first: pages.find(({ draft }) => !draft)?.url,
      opensAll: pages.length <= MAX_OPEN_PAGES,
      path,
      exportLinks: EXPORT_LINKS,
      actions: actionsOn('book', path, book.permissions, actor),
      reader: actor,
    };
  }

  @Get(':book/chapter/:slug')
  @Render('features/library/books/chapter')
  async chapter(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'chapter', slug, book }, actor);
    const [chapter, parents] = await Promise.all([
      this.chapters.read(id, WITH_RIGHTS, actor).then((answer) => answer.show()),
      this.members.parents('chapter', [id], actor),
    ]);
    return {
      ...LIBRARY,
      title: chapter.name,
      summary: chapter.description,
      chapter,
      crumbs: [
        ALL_BOOKS,
        ...(parents.get(id)?.parents ?? []).map((parent) => ({ name: parent.name, path: `/books/${parent.slug}` })),
      ],
      path,
      exportLinks: EXPORT_LINKS,
      actions: actionsOn('chapter', path, chapter.permissions, actor),
      reader: actor,
    };
  }
}
