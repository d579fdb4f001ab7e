import { type Actor, can, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Id, Input, type RawInput } from '@almanac/http';
import { type Next, notify, orFormAgain, PostForm } from '@almanac/web';
import { Get, Inject, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { type FoundItem, ItemAddresses } from '../../../content/slugs/item-addresses';
import { batchNumber, pagerOf } from '../../../web/list-batches';
import { ALL_BOOKS, LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms } from '../writing/item-forms';
import { WritingPage } from '../writing/writing-page';
import { PageAttachments } from './page-attachments';
import { PageImages } from './page-images';

const LIST = 'features/library/files/files';
const FORM = 'features/library/files/file-form';
const SITE = {
  ...LIBRARY,
  styles: [...LIBRARY.styles, 'writing.css', 'files.css'],
  scripts: ['order.js', 'upload.js'],
};

/** Both have the same pages: a list with a form to add, a form to change, and a question before one is deleted. */
type FileKind = PageImages | PageAttachments;

interface PageSlugs {
  book: string;
  slug: string;
}

interface Visit {
  actor: Actor;
  request: Request;
}

/** Images and attachments of pages. */
@WritingPage('')
export class LibraryFilesController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly items: ItemAddresses,
    private readonly forms: ItemForms,
    private readonly images: PageImages,
    private readonly attachments: PageAttachments,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('books/:slug/images')
  @Render(LIST)
  async showOfBook(@Param('slug') slug: string, @Query('page') page: unknown, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/images');
    const list = await this.images.listOfBook(id, batchNumber(page), actor);
    const place = { kind: this.images, path, crumbs: [ALL_BOOKS, { name, path }], page, isBook: true };
    return this.drawn({ ...list, mayAdd: false, mayOrder: false }, place, actor);
  }

  @Get('books/:book/page/:slug/images')
  @Render(LIST)
  showImages(@Param() at: PageSlugs, @Query('page') page: unknown, @CurrentActor() actor: Actor) {
    return this.show(this.images, at, page, actor);
  }

  @PostForm('books/:book/page/:slug/images')
  addImage(@Param() at: PageSlugs, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
    return this.add(this.images, at, form, { actor, request });
  }

  @Get('books/:book/page/:slug/attachments')
  @Render(LIST)
  showAttachments(@Param() at: PageSlugs, @CurrentActor() actor: Actor) {
    return this.show(this.attachments, at, '1', actor);
  }

  @PostForm('books/:book/page/:slug/attachments')
  addAttachment(
    @Param() at: PageSlugs,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ) {
    return this.add(this.attachments, at, form, { actor, request });
  }

  @PostForm('books/:book/page/:slug/attachments/sort')
  async order(@Param() at: PageSlugs, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
    const { id, path } = await this.find(this.attachments, at, actor);
    await this.attachments.order(id, form['place'], actor);
    notify(request, 'The order is saved.');
    return { url: `${path}/attachments` };
  }

  @Get('files/:kind/:id/edit')
  @Render(FORM)
  edit(@Param('kind') noun: string, @Id('File') id: number, @CurrentActor() actor: Actor) {
    return this.drawOne(this.kindOf(noun), id, 'update', actor);
  }

  @PostForm('files/:kind/:id/edit')
  async save(
    @Param('kind') noun: string,
    @Id('File') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { back: url } = await this.edit(noun, id, actor);
    const again = { form, template: FORM, draw: () => this.edit(noun, id, actor) };
    await orFormAgain(again, () => this.kindOf(noun).save(id, form, actor));
    notify(request, `The ${noun} is saved.`);
    return { url };
  }

  @Get('files/:kind/:id/delete')
  @Render('features/library/files/delete-file')
  ask(@Param('kind') noun: string, @Id('File') id: number, @CurrentActor() actor: Actor) {
    return this.drawOne(this.kindOf(noun), id, 'delete', actor);
  }

  @PostForm('files/:kind/:id/delete')
  async remove(
    @Param('kind') noun: string,
    @Id('File') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { back: url, file } = await this.ask(noun, id, actor);
    await this.kindOf(noun).remove(id, actor);
    notify(request, `The ${noun} “${file.name}” is deleted.`);
    return { url };
  }

  private async show(kind: FileKind, at: PageSlugs, page: unknown, actor: Actor) {
    const found = await this.find(kind, at, actor);
    const list = await kind.list(found.id, batchNumber(page), actor);
    const crumbs = await this.forms.crumbs('page', found, actor);
    return this.drawn(list, { kind, path: found.path, crumbs, page }, actor);
  }

  private async add(kind: FileKind, at: PageSlugs, form: RawInput, { actor, request }: Visit): Promise<Next> {
    const { id, path } = await this.find(kind, at, actor);
    const again = { form, template: LIST, draw: () => this.show(kind, at, '1', actor) };
    const { name } = await orFormAgain(again, () => kind.add(id, form, actor));
    notify(request, `The ${kind.noun} “${name}” is added.`);
    return { url: `${path}/${kind.noun}s` };
  }

  private drawn(
    list: Awaited<ReturnType<FileKind['list']>>,
    { kind, page, ...place }: { kind: FileKind; page: unknown; path: string; crumbs: object[]; isBook?: boolean },
    actor: Actor,
  ) {
    const pager = pagerOf(batchNumber(page), list.total, `${place.path}/${kind.noun}s`);
    const findsUnused = can(actor, 'settings-manage') && can(actor, 'image-delete-all');
    const title = kind.noun === 'image' ? 'Images' : 'Attachments';
    return { ...SITE, ...list, ...place, title, noun: kind.noun, pager, findsUnused, limit: this.limit };
  }

  private async drawOne(kind: FileKind, id: number, action: 'update' | 'delete', actor: Actor) {
    const file = await kind.find(id, action, actor);
    // Drafts have no such pages yet.
    const page = (await this.items.ofItems('page', [file.pageId], actor)).get(file.pageId) ?? notFound('File');
    const back = `${page.path}/${kind.noun}s`;
    const crumbs = [
      ...(await this.forms.crumbs('page', page, actor)),
      { name: kind.noun === 'image' ? 'Images' : 'Attachments', path: back },
    ];
    const title = `${action === 'update' ? 'Edit' : 'Delete'} the ${kind.noun}`;
    return { ...SITE, title, crumbs, noun: kind.noun, file, back, limit: this.limit };
  }

  private find(kind: FileKind, { slug, book }: PageSlugs, actor: Actor): Promise<FoundItem> {
    return this.addresses.find({ type: 'page', slug, book }, actor, `/${kind.noun}s`);
  }

  private kindOf(noun: string): FileKind {
    return [this.images, this.attachments].find((kind) => kind.noun === noun) ?? notFound('File');
  }

  private get limit(): number {
    return this.settings.uploadLimitMegabytes;
  }
}
