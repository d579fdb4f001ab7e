import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Get, Header, Param, Render } from '@nestjs/common';
import { Accounts } from '../../../content/accounts/accounts';
import { having, listQuery } from '../../../web/list-batches';
import { LibraryPage } from '../../../web/reader.guard';
import { BooksService } from '../../books/books.service';
import { PagesService } from '../../pages/pages.service';
import { LIBRARY, NO_MEMBERS, PUBLISHED } from '../library-site';

const MAX_LATEST = 10;

@LibraryPage('user')
export class ProfileSiteController {
  constructor(
    private readonly accounts: Accounts,
    private readonly pages: PagesService,
    private readonly books: BooksService,
  ) {}

  @Get(':slug')
  @Render('features/library/people/user')
  async profile(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const person = (await this.accounts.profile(slug)) ?? notFound('User');
    const createdBy = having('created_by', person.id);
    const newest = { count: MAX_LATEST, sort: 'created_at', descending: true };
    const [pages, books] = await Promise.all([
      this.pages.list(listQuery({ ...newest, filters: [createdBy, PUBLISHED] }), NO_MEMBERS, actor),
      this.books.list(listQuery({ ...newest, filters: [createdBy] }), NO_MEMBERS, actor),
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

const HUES = 12;
const FULL_TURN = 360;

/** An image with the initials of a user. The colour follows from the name and has enough contrast with white. */
function avatarOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  const initials = letters
    .join('')
    .toUpperCase()
    .replace(/[<>&"']/g, '');
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const hue = ((sum % HUES) * FULL_TURN) / HUES;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 45% 32%)"/><text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="26" text-anchor="middle" dominant-baseline="middle">${initials}</text></svg>`;
}
