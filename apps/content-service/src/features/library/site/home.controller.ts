import type { Actor } from '@almanac/auth';
import { WebPage } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Accounts } from '../../../content/accounts/accounts';
import { BookLists } from '../../books/book-lists';
import { PageLists } from '../../pages/page-lists';
import { ShelfLists } from '../../shelves/shelf-lists';
import { listOf } from '../../../web/list-pages';
import { LIBRARY, NO_MEMBERS } from '../library-page';

const RECENT = 10;
const SHELVES = 12;

/** The home page is open to everybody; its contents follow the rights of the visitor. */
@WebPage('')
export class HomeController {
  constructor(
    private readonly accounts: Accounts,
    private readonly shelves: ShelfLists,
    private readonly books: BookLists,
    private readonly pages: PageLists,
  ) {}

  @Get()
  @Render('features/library/site/home')
  async show(@Req() { visitor }: Request) {
    const member = visitor?.stage === 'member' ? visitor.account.actor : undefined;
    const actor = member ?? (await this.accounts.guest());
    const contents = actor && (await this.contents(actor, member !== undefined));
    const feed = contents && '/feed.atom';
    return { ...LIBRARY, feed, section: 'home', title: member ? 'Home' : 'Welcome', member, contents };
  }

  private async contents(actor: Actor, isMember: boolean) {
    const published = { field: 'draft', operator: 'eq', value: 'false' } as const;
    const recent = { count: RECENT, sort: 'updated_at', descending: true };
    const mine = { field: 'updated_by', operator: 'eq', value: String(actor.id) } as const;
    const [shelves, books, pages, own] = await Promise.all([
      this.shelves.read(listOf({ count: SHELVES }), NO_MEMBERS, actor),
      this.books.read(listOf({ ...recent, count: SHELVES }), NO_MEMBERS, actor),
      this.pages.read(listOf({ ...recent, filters: [published] }), NO_MEMBERS, actor),
      isMember ? this.pages.read(listOf({ ...recent, filters: [mine] }), NO_MEMBERS, actor) : undefined,
    ]);
    return { shelves, books, pages, own };
  }
}
