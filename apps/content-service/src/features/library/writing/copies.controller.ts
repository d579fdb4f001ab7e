import { type Actor, CurrentActor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { FoundItem } from '../../../content/slugs/item-addresses';
import { parentIn, ParentSearch, searchWords } from '../../search/parent-search';
import { ALL_BOOKS, ALL_SHELVES, LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemCopier } from './item-copier';
import { ItemForms } from './item-forms';
import { requirePermission, WritingPage } from './writing-page';

const COPY_FORM = 'features/library/writing/copy-form';
const PLACE_FORM = 'features/library/writing/place-form';
const DRAWN = { ...LIBRARY, styles: [...LIBRARY.styles, 'writing.css'] };

/** Copies of items, with all in them that the author sees. */
@WritingPage('')
export class CopiesController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly copier: ItemCopier,
    private readonly parents: ParentSearch,
    private readonly forms: ItemForms,
  ) {}

  @Get('shelves/:slug/copy')
  @Render(COPY_FORM)
  async askForShelf(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    requirePermission(actor, 'bookshelf-create-all');
    const { name, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/copy');
    const says = 'The copy has the same books, cover, description and tags.';
    return {
      ...DRAWN,
      title: 'Copy the shelf',
      button: 'Copy the shelf',
      crumbs: [ALL_SHELVES, { name, path }],
      name,
      says,
      path,
    };
  }

  @PostForm('shelves/:slug/copy')
  async copyShelf(
    @Param('slug') slug: string,
    @Input() { name }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    requirePermission(actor, 'bookshelf-create-all');
    const shelf = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/copy');
    const { id } = await this.copier.shelf(shelf.id, name, actor);
    return this.opened('bookshelf', id, actor, request);
  }

  @Get('books/:slug/copy')
  @Render(COPY_FORM)
  async askForBook(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    requirePermission(actor, 'book-create-all');
    const { name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/copy');
    const says =
      'The copy has the chapters and pages that you can see, with their texts and tags, and the cover. It has no revisions, comments, attachments or drafts.';
    return {
      ...DRAWN,
      title: 'Copy the book',
      button: 'Copy the book',
      crumbs: [ALL_BOOKS, { name, path }],
      name,
      says,
      path,
    };
  }

  @PostForm('books/:slug/copy')
  async copyBook(
    @Param('slug') slug: string,
    @Input() { name }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    requirePermission(actor, 'book-create-all');
    const book = await this.addresses.find({ type: 'book', slug }, actor, '/copy');
    const { id } = await this.copier.book(book.id, name, actor);
    return this.opened('book', id, actor, request);
  }

  @Get('books/:book/chapter/:slug/copy')
  @Render(PLACE_FORM)
  async askForChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('search') typed: unknown,
    @CurrentActor() actor: Actor,
  ) {
    const chapter = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/copy');
    return this.drawPlaces('chapter', chapter, typed, actor);
  }

  @PostForm('books/:book/chapter/:slug/copy')
  async copyChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() { name, parent }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const chapter = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/copy');
    const place = parentIn(parent);
    if (!place || !('book_id' in place)) return invalid({ parent: ['Choose a book.'] });
    const { id } = await this.copier.chapter(chapter.id, name, place.book_id, actor);
    return this.opened('chapter', id, actor, request);
  }

  @Get('books/:book/page/:slug/copy')
  @Render(PLACE_FORM)
  async askForPage(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('search') typed: unknown,
    @CurrentActor() actor: Actor,
  ) {
    const page = await this.addresses.find({ type: 'page', slug, book }, actor, '/copy');
    return this.drawPlaces('page', page, typed, actor);
  }

  @PostForm('books/:book/page/:slug/copy')
  async copyPage(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() { name, parent }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const page = await this.addresses.find({ type: 'page', slug, book }, actor, '/copy');
    const place = parentIn(parent) ?? invalid({ parent: ['Choose a book or a chapter.'] });
    const { id } = await this.copier.page(page.id, name, place, actor);
    return this.opened('page', id, actor, request);
  }

  private async drawPlaces(type: 'chapter' | 'page', found: FoundItem, typed: unknown, actor: Actor) {
    const words = searchWords(typed);
    return {
      ...DRAWN,
      title: `Copy the ${type}`,
      crumbs: await this.forms.crumbs(type, found, actor),
      kind: type,
      copyName: found.name,
      words,
      parents: await this.parents.find(type, words, actor),
      path: found.path,
      legend: 'Place of the copy',
      button: `Copy the ${type}`,
    };
  }

  private async opened(
    type: 'bookshelf' | 'book' | 'chapter' | 'page',
    id: number,
    actor: Actor,
    request: Request,
  ): Promise<Next> {
    notify(request, 'This is the copy.');
    return { url: await this.forms.pathOf(type, id, actor) };
  }
}
