import { type Caller, nonEmpty } from '@almanac/testing';
import { Client } from 'pg';
import { each, idOf, member } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const LISTS = { bookshelf: 'shelves', book: 'books', chapter: 'chapters', page: 'pages' } as const;

let app: ContentApp;
let admin: Person;
let owner: Person;
let narrowed: Person;
let callers: Person[];
beforeAll(async () => {
  app = await startContent();
  const viewing = Object.keys(LISTS).map((type) => `${type}-view-own`);
  [admin, owner, narrowed] = [
    await app.given.admin(),
    await app.given.user({ permissions: viewing }),
    await app.given.viewer(),
  ];
  await app.database.query('UPDATE api_tokens SET scopes = $1 WHERE user_id = $2', [viewing, narrowed.id]);
  callers = [admin, await app.given.viewer(), owner, await app.given.user(), narrowed];
});
afterAll(() => app.close());

const read = async (path: string, caller: Caller) => (await app.api.as(caller).get(path)).body;
const search = (query: string, caller: Caller, more = '&count=100') =>
  read(`/api/search?query=${encodeURIComponent(query)}${more}`, caller);
const hitsOf = (body: unknown) =>
  each(body, 'type').map((type, index) => `${String(type)} ${String(each(body, 'id')[index])}`);

/** Items in lists whose names contain the word. */
async function listed(word: string, caller: Caller): Promise<string[]> {
  const found: string[] = [];
  for (const [type, list] of Object.entries(LISTS)) {
    const body = await read(`/api/${list}?count=100&filter[name:like]=${encodeURIComponent(`%${word}%`)}`, caller);
    found.push(...each(body, 'id').map((id) => `${type} ${String(id)}`));
  }
  return found.sort();
}

/** Number of hits of each caller for a word that occurs only in names. Asserts that lists and pages of results agree with it. */
async function totals(word: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const caller of nonEmpty(callers)) {
    const whole = await search(word, caller);
    expect(hitsOf(whole).sort()).toEqual(await listed(word, caller));
    const pages = await Promise.all([1, 2, 3].map((page) => search(word, caller, `&count=2&page=${page}`)));
    expect(pages.flatMap(hitsOf)).toEqual(hitsOf(whole));
    for (const page of [whole, ...pages]) expect(member(page, 'total')).toBe(hitsOf(whole).length);
    all.push(member(whole, 'total'));
  }
  return all;
}

describe('GET /api/search', () => {
  it('finds exactly the listed items under overrides, owners and token scopes', async () => {
    const book = await app.given.book({ name: 'Chestnut book' });
    await app.given.shelf({ name: 'Chestnut shelf' });
    const chapter = await app.given.chapter({ name: 'Chestnut chapter', bookId: book.id });
    const page = await app.given.page({ name: 'Chestnut', bookId: book.id, chapterId: chapter.id });
    await app.given.page({ name: 'Chestnut draft', draft: true, bookId: book.id });
    const permit = (type: string, id: number, body: object) =>
      app.api.as(admin).put(`/api/content-permissions/${type}/${id}`, body);
    const everybody = (view: boolean) => ({
      fallback_permissions: { inheriting: false, view, create: false, update: false, delete: false },
    });

    expect(await totals('chestnut')).toEqual([4, 4, 0, 0, 0]);
    await permit('book', book.id, everybody(false));
    expect(await totals('chestnut')).toEqual([4, 1, 0, 0, 0]);
    await permit('page', page.id, everybody(true));
    expect(await totals('chestnut')).toEqual([4, 2, 1, 1, 0]);
    await permit('page', page.id, { owner_id: narrowed.id });
    expect(await totals('chestnut')).toEqual([4, 2, 1, 1, 1]);
    await permit('book', book.id, { owner_id: owner.id, fallback_permissions: { inheriting: true } });
    expect(await totals('chestnut')).toEqual([4, 4, 2, 1, 1]);
  });

  it('reflects direct changes in the database at once', async () => {
    const { id, bookId } = await app.given.page({ name: 'Walnut' });
    const after = async (sql: string) => {
      await app.database.query(sql);
      return (await totals('walnut'))[0];
    };
    expect(await after('SELECT 1')).toBe(1);
    expect(await after(`UPDATE pages SET deleted_at = now() WHERE id = ${id}`)).toBe(0);
    expect(await after(`UPDATE pages SET deleted_at = NULL WHERE id = ${id}`)).toBe(1);
    expect(await after(`UPDATE pages SET draft = true WHERE id = ${id}`)).toBe(0);
    expect(await after(`UPDATE pages SET draft = false WHERE id = ${id}`)).toBe(1);
    expect(await after(`DELETE FROM books WHERE id = ${bookId}`)).toBe(0);
  });

  it('finds the same results page by page for prefixes, several words and bare accents', async () => {
    const bookId = idOf((await app.api.as(admin).post('/api/books', { name: 'Soil and gardens' })).body);
    for (let number = 1; number <= 6; number += 1)
      await app.given.page({ bookId, name: `Garden ${number}`, text: 'garden gardener soil '.repeat(number) });
    for (const caller of nonEmpty(callers))
      for (const query of ['gard', 'garden soil', 'gärtner garden', '´']) {
        const whole = await search(query, caller);
        const pages = await Promise.all([1, 2, 3].map((page) => search(query, caller, `&count=3&page=${page}`)));
        expect(pages.flatMap(hitsOf)).toEqual(hitsOf(whole));
      }
    expect(hitsOf(await search('gard', admin))).toHaveLength(7);
  });

  it('sends three database queries between two snapshots', async () => {
    await app.given.page({ name: 'Pecan' });
    await search('pecan', admin);
    const asked = jest.spyOn(Client.prototype, 'query');
    const costs: number[] = [];
    // Background work may add queries to some attempts.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // A commit invalidates the cached answer.
      await app.database.query('SELECT pg_current_xact_id()');
      const before = asked.mock.calls.length;
      await search('pecan', admin);
      costs.push(asked.mock.calls.length - before);
    }
    // Word counts, hits and displayed fields.
    expect(Math.min(...costs)).toBe(5);
  });
});
