import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Get, Header, Param, Render } from '@nestjs/common';
import { Accounts } from '../../../content/accounts/accounts';
import { LibraryPage } from '../../../web/reader.guard';
import { BookLists } from '../../books/book-lists';
import { PageLists } from '../../pages/page-lists';
import { having, listOf } from '../../../web/list-pages';
import { LIBRARY, NO_MEMBERS, PUBLISHED } from '../library-page';
import { avatarOf } from './avatar';

const SHOWN = 10;

@LibraryPage('user')
export class UserPagesController {
  constructor(
    private readonly accounts: Accounts,
    private readonly pages: PageLists,
    private readonly books: BookLists,
  ) {}

  @Get(':slug')
  @Render('features/library/people/user')
  async profile(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const person = (await this.accounts.profile(slug)) ?? notFound('User');
    const createdBy = having('created_by', person.id);
    const newest = { count: SHOWN, sort: 'created_at', descending: true };
    const [pages, books] = await Promise.all([
      this.pages.read(listOf({ ...newest, filters: [createdBy, PUBLISHED] }), NO_MEMBERS, actor),
      this.books.read(listOf({ ...newest, filters: [createdBy] }), NO_MEMBERS, actor),
    ]);
    return { ...LIBRARY, title: person.name, person, pages, books };
  }

  @Get(':slug/avatar.svg')
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  @Header('Cache-Control', 'private, max-age=86400')
  async avatar(@Param('slug') slug: string): Promise<string> {
    const person = (await this.accounts.profile(slug)) ?? notFound('User');
    return avatarOf(person.name);
  }
}
