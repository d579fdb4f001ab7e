import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, Unchecked } from '@almanac/http';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { listQuery } from '../../../web/list-batches';
import { UpdateBookDto } from '../../books/books.dto';
import { BooksService } from '../../books/books.service';
import { SortRulesService } from '../../sort-rules/sort-rules.service';
import { ALL_BOOKS, LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ContentsOrder, entryKey } from './contents-order';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

const MAX_RULES = 100;

@WritingPage('books/:slug/sort')
export class ContentsOrderController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly rules: SortRulesService,
    private readonly order: ContentsOrder,
  ) {}

  @Get()
  @Render('features/library/writing/order-form')
  async show(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'book', slug }, actor, '/sort');
    const book = requireRight(await this.read(id, actor), 'update');
    const rules = await this.rules.list(listQuery({ count: MAX_RULES }));
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, 'writing.css'],
      scripts: ['order.js'],
      title: 'Order of the book',
      crumbs: [ALL_BOOKS, { name: book.name, path }],
      contents: book.contents,
      entryKey,
      rule: book.sort_rule_id,
      rules: [
        { value: '', label: 'None: by the numbers below' },
        ...rules.rows.map((rule) => ({ value: String(rule.id), label: rule.name })),
      ],
      path,
    };
  }

  @PostForm()
  async save(
    @Param('slug') slug: string,
    @Input() { place, sort_rule_id }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, path } = await this.addresses.find({ type: 'book', slug }, actor, '/sort');
    const book = requireRight(await this.read(id, actor), 'update');
    const rule = typeof sort_rule_id === 'string' && sort_rule_id !== '' ? sort_rule_id : null;
    if (String(book.sort_rule_id ?? '') !== (rule ?? '')) {
      await this.books.update(id, new Unchecked(UpdateBookDto, { sort_rule_id: rule }), actor);
      notify(request, rule === null ? 'The book has no sort rule any more.' : 'The sort rule now orders the book.');
    } else {
      await this.order.save(book.contents, place, actor);
      notify(request, 'The order is saved.');
    }
    return { url: path };
  }

  private async read(id: number, actor: Actor) {
    return (await this.books.read(id, WITH_RIGHTS, actor)).show();
  }
}
