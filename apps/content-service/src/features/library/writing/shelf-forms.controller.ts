import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, Unchecked } from '@almanac/http';
import { validated } from '@almanac/validation';
import { formVersion, type Next, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { listQuery } from '../../../web/list-batches';
import { BooksService } from '../../books/books.service';
import { CreateShelfDto, UpdateShelfDto } from '../../shelves/shelves.dto';
import { ShelvesService } from '../../shelves/shelves.service';
import { ALL_SHELVES, NO_MEMBERS } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ITEM_FORM, ItemForms, notifyOfBin } from './item-forms';
import { inTypedOrder, isPlain, itemInput } from './item-input';
import { requirePermission, requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

/** More books than a person numbers in a form; others are found by the names in the address. */
const MAX_OFFERED_BOOKS = 200;

type Shelf = Awaited<ReturnType<ShelfFormsController['read']>>;

/** The fields of the form, for its version. */
const fieldsOf = ({ name, description_html, tags, cover, books }: Shelf): object => ({
  name,
  description_html,
  tags,
  cover: cover?.id,
  books: books.map(({ id }) => id),
});

@WritingPage('')
export class ShelfFormsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly shelves: ShelvesService,
    private readonly books: BooksService,
    private readonly forms: ItemForms,
  ) {}

  @Get('create-shelf')
  @Render(ITEM_FORM)
  async showNew(@CurrentActor() actor: Actor) {
    requirePermission(actor, 'bookshelf-create-all');
    return {
      ...(await this.forms.tagFields([], actor)),
      title: 'New shelf',
      crumbs: [ALL_SHELVES],
      item: undefined,
      button: 'Create the shelf',
      hasCover: true,
      bookRows: await this.offered([], actor),
      back: '/shelves',
    };
  }

  @PostForm('create-shelf')
  create(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    requirePermission(actor, 'bookshelf-create-all');
    const saving = { type: 'bookshelf', form, template: ITEM_FORM, draw: () => this.showNew(actor) } as const;
    return this.forms.saved(saving, { actor, request, notice: 'The shelf is created.' }, async () => {
      const dto = validated(CreateShelfDto, { ...itemInput(form), books: booksIn(form, []) });
      return (await this.shelves.create(dto, actor)).show();
    });
  }

  @Get('shelves/:slug/edit')
  @Render(ITEM_FORM)
  async edit(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/edit');
    return this.drawEdit(id, path, actor);
  }

  @PostForm('shelves/:slug/edit')
  async save(
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/edit');
    const draw = () => this.drawEdit(id, path, actor);
    const saving = { type: 'bookshelf', form, template: ITEM_FORM, draw } as const;
    const opened = { version: form['version'], read: () => this.answer(id, actor), fieldsOf };
    return this.forms.saved(saving, { actor, request, notice: 'The shelf is saved.' }, () =>
      savedUnlessChanged(opened, async (shelf) => {
        const books = booksIn(form, shelf.books);
        const input = new Unchecked(UpdateShelfDto, { ...itemInput(form, shelf), books });
        return (await this.shelves.update(id, input, actor)).show();
      }),
    );
  }

  @Get('shelves/:slug/delete')
  @Render('features/library/writing/delete')
  async ask(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/delete');
    const shelf = requireRight(await this.read(id, actor), 'delete');
    const books = shelf.books.length === 1 ? 'Its book stays' : `Its ${shelf.books.length} books stay`;
    const says = shelf.books.length === 0 ? 'It has no books.' : `${books}, and can be put on other shelves.`;
    return { title: 'Delete the shelf', kind: 'shelf', name, says, path, width: 'narrow' };
  }

  @PostForm('shelves/:slug/delete')
  async remove(@Param('slug') slug: string, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    const { id, name } = await this.addresses.find({ type: 'bookshelf', slug }, actor, '/delete');
    await this.shelves.remove(id, actor);
    notifyOfBin('bookshelf', name, { actor, request });
    return { url: '/shelves' };
  }

  private async drawEdit(id: number, path: string, actor: Actor) {
    const shelf = requireRight(await this.read(id, actor), 'update');
    return {
      ...(await this.forms.tagFields(shelf.tags, actor)),
      title: 'Edit the shelf',
      crumbs: [ALL_SHELVES, { name: shelf.name, path }],
      item: shelf,
      isPlain: isPlain(shelf.description_html),
      openedVersion: formVersion(fieldsOf(shelf)),
      button: 'Save the shelf',
      hasCover: true,
      bookRows: await this.offered(shelf.books, actor),
      back: path,
    };
  }

  /** The books on the shelf with their numbers, then others without. */
  private async offered(placed: readonly { id: number; name: string }[], actor: Actor) {
    const { rows } = await this.books.list(listQuery({ count: MAX_OFFERED_BOOKS }), NO_MEMBERS, actor);
    const others = rows.filter(({ id }) => !placed.some((book) => book.id === id));
    return [
      ...placed.map(({ id, name }, index) => ({ id, name, place: String(index + 1) })),
      ...others.map(({ id, name }) => ({ id, name, place: '' })),
    ];
  }

  private async read(id: number, actor: Actor) {
    return (await this.answer(id, actor)).show();
  }

  private answer(id: number, actor: Actor) {
    return this.shelves.read(id, WITH_RIGHTS, actor);
  }
}

/** The ids of the numbered books, in the order of their numbers. Keys of digits alone would be read as the places of a list. */
const booksIn = (form: RawInput, present: readonly { id: number }[]): number[] =>
  inTypedOrder(
    form['place'],
    present.map(({ id }) => `book-${id}`),
  ).map((key) => Number(key.slice('book-'.length)));
