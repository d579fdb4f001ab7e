import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, Unchecked } from '@almanac/http';
import { validated } from '@almanac/validation';
import { formVersion, type Next, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CreateBookDto, UpdateBookDto } from '../../books/books.dto';
import { BooksService } from '../../books/books.service';
import { UpdateShelfDto } from '../../shelves/shelves.dto';
import { ShelvesService } from '../../shelves/shelves.service';
import { ALL_BOOKS, ALL_SHELVES } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { sizeOf } from '../reading-order';
import { ITEM_FORM, ItemForms, notifyOfBin } from './item-forms';
import { isPlain, itemInput } from './item-input';
import { requirePermission, requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

type Book = Awaited<ReturnType<BookFormsController['read']>>;

const fieldsOf = ({ name, description_html, tags, cover, default_template_id }: Book): object => ({
  name,
  description_html,
  tags,
  cover: cover?.id,
  default_template_id,
});

@WritingPage('')
export class BookFormsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly shelves: ShelvesService,
    private readonly forms: ItemForms,
  ) {}

  @Get('create-book')
  @Render(ITEM_FORM)
  async showNew(@CurrentActor() actor: Actor) {
    requirePermission(actor, 'book-create-all');
    return { ...(await this.drawNew(actor)), crumbs: [ALL_BOOKS], back: '/books' };
  }

  @PostForm('create-book')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    requirePermission(actor, 'book-create-all');
    const saving = { type: 'book', form, template: ITEM_FORM, draw: () => this.showNew(actor) } as const;
    return this.forms.saved(saving, { actor, request, notice: 'The book is created.' }, () => this.insert(form, actor));
  }

  /** A new book at the end of a shelf. */
  @Get('shelves/:slug/create-book')
  @Render(ITEM_FORM)
  async showNewOnShelf(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    requirePermission(actor, 'book-create-all');
    const { id, name, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/create-book');
    requireRight(await (await this.shelves.read(id, WITH_RIGHTS, actor)).show(), 'update');
    return { ...(await this.drawNew(actor)), crumbs: [ALL_SHELVES, { name, path }], back: path };
  }

  @PostForm('shelves/:slug/create-book')
  async createOnShelf(
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    requirePermission(actor, 'book-create-all');
    const shelf = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/create-book');
    const saving = { type: 'book', form, template: ITEM_FORM, draw: () => this.showNewOnShelf(slug, actor) } as const;
    const notice = `The book is created on the shelf “${shelf.name}”.`;
    return this.forms.saved(saving, { actor, request, notice }, () =>
      this.forms.asOne(async () => {
        const book = await this.insert(form, actor);
        const { books } = await (await this.shelves.read(shelf.id, WITH_RIGHTS, actor)).show();
        const placed = { books: [...books.map(({ id }) => id), book.id] };
        await this.shelves.update(shelf.id, new Unchecked(UpdateShelfDto, placed), actor);
        return book;
      }),
    );
  }

  @Get('books/:slug/edit')
  @Render(ITEM_FORM)
  async edit(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'book', slug }, actor, '/edit');
    return this.drawEdit(id, path, actor);
  }

  @PostForm('books/:slug/edit')
  async save(
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, path } = await this.addresses.find({ type: 'book', slug }, actor, '/edit');
    const saving = { type: 'book', form, template: ITEM_FORM, draw: () => this.drawEdit(id, path, actor) } as const;
    const opened = { version: form['version'], read: () => this.books.read(id, WITH_RIGHTS, actor), fieldsOf };
    return this.forms.saved(saving, { actor, request, notice: 'The book is saved.' }, () =>
      savedUnlessChanged(opened, async (book) => {
        const input = new Unchecked(UpdateBookDto, itemInput(form, book));
        return (await this.books.update(id, input, actor)).show();
      }),
    );
  }

  @Get('books/:slug/delete')
  @Render('features/library/writing/delete')
  async ask(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/delete');
    const { contents } = requireRight(await this.read(id, actor), 'delete');
    const says = contents.length === 0 ? 'It is empty.' : `All in it goes with it: ${sizeOf(contents)}.`;
    return { title: 'Delete the book', kind: 'book', name, says, path, width: 'narrow' };
  }

  @PostForm('books/:slug/delete')
  async remove(@Param('slug') slug: string, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    const { id, name } = await this.addresses.find({ type: 'book', slug }, actor, '/delete');
    await this.books.remove(id, actor);
    notifyOfBin('book', name, { actor, request });
    return { url: '/books' };
  }

  private async drawNew(actor: Actor) {
    return {
      ...(await this.forms.tagFields([], actor)),
      title: 'New book',
      item: undefined,
      button: 'Create the book',
      hasCover: true,
      templates: await this.forms.templates(actor),
    };
  }

  private async drawEdit(id: number, path: string, actor: Actor) {
    const book = requireRight(await this.read(id, actor), 'update');
    return {
      ...(await this.forms.tagFields(book.tags, actor)),
      title: 'Edit the book',
      crumbs: [ALL_BOOKS, { name: book.name, path }],
      item: book,
      isPlain: isPlain(book.description_html),
      openedVersion: formVersion(fieldsOf(book)),
      button: 'Save the book',
      hasCover: true,
      templates: await this.forms.templates(actor),
      back: path,
    };
  }

  private async insert(form: RawInput, actor: Actor) {
    return (await this.books.create(validated(CreateBookDto, itemInput(form)), actor)).show();
  }

  private async read(id: number, actor: Actor) {
    return (await this.books.read(id, WITH_RIGHTS, actor)).show();
  }
}
