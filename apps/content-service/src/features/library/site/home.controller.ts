import { type Actor, isAnonymous } from '@almanac/auth';
import { Mailer } from '@almanac/mail';
import { nameApi, SeeOther, WebPage } from '@almanac/web';
import { Get, Inject, Query, Render, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { Accounts } from '../../../content/accounts/accounts';
import { BooksService } from '../../books/books.service';
import { PagesService } from '../../pages/pages.service';
import { ShelvesService } from '../../shelves/shelves.service';
import { listQuery } from '../../../web/list-batches';
import { LIBRARY, NO_MEMBERS, PUBLISHED, recentChanges } from '../library-site';
import { beginnings } from '../writing/item-actions';
import { WITH_RIGHTS } from '../writing/writing-page';
import { NextEvents } from './next-events';

const RECENT = 10;
const SHELVES = 12;

/** The home page is open to everybody; its contents follow the rights of the visitor. */
@WebPage('')
export class HomeController {
  constructor(
    private readonly accounts: Accounts,
    private readonly shelves: ShelvesService,
    private readonly books: BooksService,
    private readonly pages: PagesService,
    private readonly events: NextEvents,
    private readonly mailer: Mailer,
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
    const [contents, events] = await Promise.all([actor && this.contents(actor), this.events.of(request)]);
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
      sendsMail: this.mailer.configured,
    };
  }

  private async contents(actor: Actor) {
    const recent = { count: RECENT, sort: 'updated_at', descending: true };
    const [shelves, books, pages] = await Promise.all([
      this.shelves.list(listQuery({ count: SHELVES }), NO_MEMBERS, actor),
      this.books.list(listQuery({ ...recent, count: SHELVES }), isAnonymous(actor) ? NO_MEMBERS : WITH_RIGHTS, actor),
      this.pages.list(listQuery({ ...recent, filters: [PUBLISHED] }), NO_MEMBERS, actor),
    ]);
    const people = await this.accounts.namesById(pages.rows.map((page) => page.updated_by));
    const changes = pages.rows.map((page) => ({
      ...page,
      by: people.get(page.updated_by ?? 0),
      // Every change of the text is a revision.
      isNew: page.revision_count <= 1,
    }));
    return { shelves, books, changes, begins: isAnonymous(actor) ? [] : beginnings(books.rows, actor) };
  }
}
