import type { Actor } from '@almanac/auth';
import { nameApi, SeeOther, WebPage } from '@almanac/web';
import { Get, Inject, Query, Render, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { Accounts } from '../../../content/accounts/accounts';
import { BookLists } from '../../books/book-lists';
import { PageLists } from '../../pages/page-lists';
import { ShelfLists } from '../../shelves/shelf-lists';
import { having, listOf } from '../../../web/list-pages';
import { LIBRARY, NO_MEMBERS, PUBLISHED, recentChanges } from '../library-page';
import { NextEvents } from './next-events';

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
    private readonly events: NextEvents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Render('features/library/site/home')
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response, @Query('p') record: unknown) {
    // Events without a slug have this address (calendar-behaviour §2.1).
    if (typeof record === 'string' && /^\d{1,10}$/.test(record)) throw new SeeOther(`/event?p=${record}`);
    const { visitor } = request;
    const member = visitor?.stage === 'member' ? visitor.account.actor : undefined;
    const actor = member ?? (await this.accounts.guest());
    const [contents, events] = await Promise.all([
      actor && this.contents(actor, member !== undefined),
      this.events.of(request),
    ]);
    const feeds = contents && recentChanges('/feed.atom');
    const { baseUrl } = this.settings;
    return {
      ...LIBRARY,
      ...nameApi(response, baseUrl),
      feeds,
      section: 'home',
      title: member ? 'Home' : 'Welcome',
      member,
      contents,
      events,
    };
  }

  private async contents(actor: Actor, isMember: boolean) {
    const recent = { count: RECENT, sort: 'updated_at', descending: true };
    const [shelves, books, pages, own] = await Promise.all([
      this.shelves.read(listOf({ count: SHELVES }), NO_MEMBERS, actor),
      this.books.read(listOf({ ...recent, count: SHELVES }), NO_MEMBERS, actor),
      this.pages.read(listOf({ ...recent, filters: [PUBLISHED] }), NO_MEMBERS, actor),
      isMember
        ? this.pages.read(listOf({ ...recent, filters: [having('updated_by', actor.id)] }), NO_MEMBERS, actor)
        : undefined,
    ]);
    return { shelves, books, pages, own };
  }
}
