import type { VisitingBrowser } from '@almanac/testing';
import { Client } from 'pg';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

let app: ContentApp;
let author: Person;
let admin: VisitingBrowser;
let auditor: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  author = await app.given.admin();
  admin = await loggedIn(app, await app.given.admin());
  auditor = await loggedIn(app, await app.given.user({ permissions: ['settings-manage', 'users-manage'], api: false }));
});
afterAll(() => app.close());

const api = () => app.api.as(author);
const make = async (path: string, body: object) => (await api().post(path, body)).body as { id: number; slug: string };

/** The events of the author with the addresses of their links, as `words [address] key`. */
async function log(browser: VisitingBrowser, type: string): Promise<string[]> {
  const { text } = await browser.get(`/settings/audit-log?user=${author.id}&type=${type}`);
  return [...text.matchAll(/data-column="Event">(.*?)<\/td>/gs)].map(([, cell = '']) =>
    cell
      .replace(/<a href="([^"]+)">/g, '[$1] ')
      .replace(/<[^>]+>/g, '')
      .trim(),
  );
}

it('tells the events as sentences, with links to items that exist', async () => {
  const book = await make('/api/books', { name: 'Tides & winds' });
  const page = await make('/api/pages', { book_id: book.id, name: 'Ebb', html: '<p>x</p>' });
  const gone = await make('/api/shelves', { name: 'Gone' });
  await api().delete(`/api/shelves/${gone.id}`);
  await make('/api/comments', { page_id: page.id, html: '<p>x</p>' });
  const role = await make('/api/roles', { display_name: 'Pilots' });
  const inBook = `/books/${book.slug}`;
  expect(await log(admin, 'book_create')).toEqual([`created the book [${inBook}] Tides &amp; winds book_create`]);
  expect(await log(admin, 'page_create')).toEqual([`created the page [${inBook}/page/ebb] Ebb page_create`]);
  expect(await log(admin, 'bookshelf_delete')).toEqual(['deleted the shelf Gone bookshelf_delete']);
  expect(await log(admin, 'commented_on')).toEqual([`commented on the page [${inBook}/page/ebb] Ebb commented_on`]);
  expect(await log(admin, 'role_create')).toEqual([`created the role [/settings/roles/${role.id}] Pilots role_create`]);
});

it('links nothing that its reader may not open', async () => {
  await make('/api/books', { name: 'Hidden' });
  await make('/api/roles', { display_name: 'Captains' });
  expect((await log(auditor, 'book_create'))[0]).toBe('created the book Hidden book_create');
  expect((await log(auditor, 'role_create'))[0]).toBe('created the role Captains role_create');
  expect((await log(auditor, 'user_create')).length).toBe(0);
});

it('finds the addresses of all events with one query for each kind', async () => {
  const statements = async () => {
    const listener = jest.spyOn(Client.prototype, 'query');
    await admin.get(`/settings/audit-log?user=${author.id}`);
    const sent = listener.mock.calls.length;
    listener.mockRestore();
    return sent;
  };
  await statements();
  const before = await statements();
  const { id } = await make('/api/books', { name: 'One of many' });
  for (const name of ['A', 'B', 'C', 'D', 'E']) await make('/api/chapters', { book_id: id, name });
  // The first chapters need one query more.
  expect(await statements()).toBeLessThanOrEqual(before + 1);
  expect(await log(admin, 'chapter_create')).toHaveLength(5);
});

it('prints moments in UTC, which a script shows in the zone of the reader', async () => {
  const { text } = await admin.get('/settings/audit-log');
  expect(text).toMatch(/<time class="moment" datetime="[^"]+Z">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>/);
  expect(text).toMatch(/<script src="\/assets\/local-times\.js\?v=\w+" defer>/);
});
