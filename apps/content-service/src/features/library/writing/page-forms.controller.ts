import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, TakesBody } from '@almanac/http';
import { type Next, PostForm } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { BooksService } from '../../books/books.service';
import { ChaptersService } from '../../chapters/chapters.service';
import { EMBEDS_IMAGES } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { ALL_BOOKS } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms, notifyOfBin } from './item-forms';
import { PAGE_FORM, PageForms, type Place } from './page-forms';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

/** The forms of a page at its address. */
@WritingPage('books/:book')
export class PageFormsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
    private readonly forms: ItemForms,
    private readonly pageForms: PageForms,
  ) {}

  @Get('create-page')
  @Render(PAGE_FORM)
  async showNew(@Param('book') slug: string, @Query('format') format: unknown, @CurrentActor() actor: Actor) {
    return this.pageForms.drawNew(await this.inBook(slug, actor), format, actor);
  }

  @PostForm('create-page')
  @TakesBody(EMBEDS_IMAGES)
  async create(
    @Param('book') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.pageForms.insert(await this.inBook(slug, actor), form, { actor, request });
  }

  @Get('chapter/:slug/create-page')
  @Render(PAGE_FORM)
  async showNewInChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('format') format: unknown,
    @CurrentActor() actor: Actor,
  ) {
    return this.pageForms.drawNew(await this.inChapter(book, slug, actor), format, actor);
  }

  @PostForm('chapter/:slug/create-page')
  @TakesBody(EMBEDS_IMAGES)
  async createInChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.pageForms.insert(await this.inChapter(book, slug, actor), form, { actor, request });
  }

  @Get('page/:slug/edit')
  @Render(PAGE_FORM)
  async edit(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.pageForms.drawEdit(await this.addresses.find({ type: 'page', slug, book }, actor, '/edit'), actor);
  }

  @PostForm('page/:slug/edit')
  @TakesBody(EMBEDS_IMAGES)
  async save(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const found = await this.addresses.find({ type: 'page', slug, book }, actor, '/edit');
    return this.pageForms.save(found, form, { actor, request });
  }

  @Get('page/:slug/delete')
  @Render('features/library/writing/delete')
  async ask(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'page', slug, book }, actor, '/delete');
    requireRight({ permissions: await this.pages.rights(id, actor) }, 'delete');
    const says = 'Its revisions, attachments and comments go with it.';
    return { title: 'Delete the page', kind: 'page', name, says, path, width: 'narrow' };
  }

  @PostForm('page/:slug/delete')
  async remove(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, name, path } = await this.addresses.find({ type: 'page', slug, book }, actor, '/delete');
    await this.pages.remove(id, actor);
    notifyOfBin('page', name, { actor, request });
    return { url: path.replace(/\/page\/.*/, '') };
  }

  private async inBook(slug: string, actor: Actor): Promise<Place> {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/create-page');
    requireRight(await (await this.books.read(id, WITH_RIGHTS, actor)).show(), 'create_page');
    return { ids: { book_id: id }, crumbs: [ALL_BOOKS, { name, path }], back: path };
  }

  private async inChapter(book: string, slug: string, actor: Actor): Promise<Place> {
    const found = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/create-page');
    requireRight(await (await this.chapters.read(found.id, WITH_RIGHTS, actor)).show(), 'create_page');
    const crumbs = await this.forms.crumbs('chapter', found, actor);
    return { ids: { chapter_id: found.id }, crumbs, back: found.path };
  }
}
