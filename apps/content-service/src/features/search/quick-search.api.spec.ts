import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { until } from '@almanac/testing';
import { Client } from 'pg';
import { type ContentApp, startContent } from '../../testing/content-app';
import { AccessService } from '../../domain/access/access.service';
import { ScopeRulings } from '../../domain/access/scope-rulings';
import { MOST_CHANGES } from './item-changes';
import { KnownItems } from './known-items';
import { countEntries } from './quick-ranking';
import { QuickSearch } from './quick-search';
import type { IndexWords } from './index-words';
import { SearchRepository } from './search.repository';

const VIEWING = ['bookshelf', 'book', 'chapter', 'page'];

let app: ContentApp;
let repository: SearchRepository;
let known: KnownItems;
let quick: QuickSearch;
let people: Actor[];
beforeAll(async () => {
  app = await startContent();
  repository = new SearchRepository(app.database);
  people = await callers();
});
beforeEach(async () => {
  known = new KnownItems(app.database);
  quick = new QuickSearch(known, repository);
  await until(() => known.horizon !== undefined);
});
afterAll(() => app.close());

/** An administrator, and people with the same role who may view everything, their own, or what overrides grant them. */
async function callers(): Promise<Actor[]> {
  const { id: role } = await app.given.role();
  const { id } = await app.given.user();
  const actor = (reach: string[], isAdmin = false): Actor => ({
    id,
    name: '',
    slug: '',
    roleIds: [role],
    permissions: new Set(VIEWING.flatMap((type) => reach.map((which) => `${type}-view-${which}`))),
    isAdmin,
  });
  const readsOwn = { readOnly: true, reach: new Set(VIEWING.map((type) => `${type}-view-own`)) };
  return [actor(['all'], true), actor(['all']), actor(['own']), actor([]), { ...actor(['all']), limits: readsOwn }];
}

const words = (...texts: string[]): IndexWords => ({ texts, match: '^@' });
const page = { limit: 5, offset: 0 };
const viewOf = (actor: Actor) => new AccessService(new ScopeRulings(app.database)).view(actor);
const administrator = () => people.slice(0, 1);

/** What is found without the database having to do it, for each of these callers, which must be what the database finds. */
async function found(what: IndexWords, actors = people, part = page) {
  const all = [];
  for (const actor of actors) {
    const request = { words: what, view: await viewOf(actor), ...part };
    const query = { words: [], exacts: [], tags: [], filters: [] };
    const expected = await repository.find({ ...request, query, people: new Map() });
    const { hits, total } = (await quick.find(request)) ?? { hits: undefined, total: undefined };
    expect({ hits: hits?.map(({ type, id }) => ({ type, id })), total }).toEqual(expected);
    all.push(expected);
  }
  return all;
}
const totals = async (what: IndexWords, actors = people) => (await found(what, actors)).map(({ total }) => total);

describe('searches of words alone', () => {
  it('find the same as the database would, in the same order, page by page', async () => {
    const book = await app.given.book({ name: 'Gardening' });
    for (let number = 1; number <= 12; number += 1)
      await app.given.page({ bookId: book.id, name: `Garden ${number}`, text: 'garden gardener soil '.repeat(number) });
    await app.given.shelf({ name: 'Soil and gardens' });
    for (const what of [words('gard'), words('garden', 'soil'), { texts: ['garden'], match: '=' as const }, words('gärtner'), words('´')])
      for (const offset of [0, 5, 10, 50]) await found(what, people, { limit: 5, offset });
  });

  it('know at once of what was made, changed, put into the bin, brought back and destroyed, by whichever process', async () => {
    const { id, bookId } = await app.given.page({ name: 'Walnut' });
    const after = async (sql: string) => {
      await app.database.query(sql);
      return (await totals(words('walnut'), administrator()))[0];
    };
    expect(await after('SELECT 1')).toBe(1);
    expect(await after(`UPDATE pages SET deleted_at = now() WHERE id = ${id}`)).toBe(0);
    expect(await after(`UPDATE pages SET deleted_at = NULL WHERE id = ${id}`)).toBe(1);
    expect(await after(`UPDATE pages SET draft = true WHERE id = ${id}`)).toBe(0);
    expect(await after(`UPDATE pages SET draft = false WHERE id = ${id}`)).toBe(1);
    expect(await after(`DELETE FROM books WHERE id = ${bookId}`)).toBe(0);
  });

  it('show what the caller owns or overrides open, and nothing that overrides hide', async () => {
    const admin = app.api.as(await app.given.admin());
    const [owner, role] = [people[0]?.id ?? 0, people[0]?.roleIds[0]];
    const made = (await admin.post('/api/books', { name: 'Books about chestnuts' })).body as { id: number };
    const { id } = (await admin.post('/api/pages', { book_id: made.id, name: 'Chestnut', html: '<p>x</p>' })).body as { id: number };
    const override = (view: boolean) => ({ role_id: role, view, create: false, update: false, delete: false });
    const permit = (type: string, of: number, body: object) => admin.put(`/api/content-permissions/${type}/${of}`, body);
    expect(await totals(words('chestnut'))).toEqual([2, 2, 0, 0, 0]);
    await permit('book', made.id, { role_permissions: [override(false)] });
    expect(await totals(words('chestnut'))).toEqual([2, 0, 0, 0, 0]);
    await permit('page', id, { role_permissions: [override(true)] });
    expect(await totals(words('chestnut'))).toEqual([2, 1, 1, 1, 0]);
    await permit('page', id, { owner_id: owner });
    expect(await totals(words('chestnut'))).toEqual([2, 1, 1, 1, 1]);
  });

  it('miss nothing of a transaction that began before others were over', async () => {
    const { id } = await app.given.page({ name: 'Hazelnut' });
    const slow = new Client(app.databaseUrl);
    await slow.connect();
    try {
      await slow.query('BEGIN');
      await slow.query('UPDATE pages SET deleted_at = now() WHERE id = $1', [id]);
      for (let others = 0; others < 3; others += 1) {
        await app.given.page({ name: 'Other' });
        expect(await totals(words('hazelnut'), administrator())).toEqual([1]);
      }
      await slow.query('COMMIT');
    } finally {
      await slow.end();
    }
    expect(await totals(words('hazelnut'), administrator())).toEqual([0]);
  });

  it('miss nothing when the answers to several of them come in another order than they were given', async () => {
    const { id } = await app.given.page({ name: 'Almond' });
    const answer = async () => (await repository.entries(words('almond'), known.horizon ?? '0', 10)).since;
    const early = await answer();
    await app.database.query('UPDATE pages SET deleted_at = now() WHERE id = $1', [id]);
    expect(await totals(words('almond'), administrator())).toEqual([0]);
    const late = await answer();
    for (const since of [early, late]) expect(known.follow(since)).toBe(true);
    expect(await totals(words('almond'), administrator())).toEqual([0]);
  });

  it('are left to the database when more changed than is worth following', async () => {
    const { id } = await app.given.page({ name: 'Cashew' });
    await app.database.query(`INSERT INTO search_item_changes (item_type, item_id) SELECT 'p', generate_series(1, ${MOST_CHANGES})`);
    await app.database.query('UPDATE pages SET deleted_at = now() WHERE id = $1', [id]);
    const [admin] = people;
    expect(admin && (await quick.find({ words: words('cashew'), view: await viewOf(admin), ...page }))).toBeUndefined();
    expect(known.horizon).toBeUndefined();
  });

  it('ignore changes with numbers of transactions that are still to come, as a restored backup brings them', async () => {
    await app.database.query(
      `INSERT INTO search_item_changes (transaction, item_type, item_id)
       SELECT '9999999999'::xid8, 'p', generate_series(1, ${MOST_CHANGES})`,
    );
    await app.given.page({ name: 'Macadamia' });
    expect(await totals(words('macadamia'), administrator())).toEqual([1]);
  });

  it('are left to the database when one of their words has too many entries', async () => {
    for (const name of ['Acorn', 'Acorn cup', 'Oak and acorn']) await app.given.page({ name });
    const counted = async (...texts: string[]) => {
      const { entries } = await repository.entries(words(...texts), known.horizon ?? '0', 3);
      return entries && countEntries(entries, texts.length);
    };
    expect(await counted('oak', 'cup')).toEqual([1, 1]);
    expect(await counted('oak', 'acorn')).toBeUndefined();
    expect(await counted('acorn', 'oak')).toBeUndefined();
  });

  it('are left to the database while nothing is known', async () => {
    const [admin] = people;
    const fresh = new QuickSearch(new KnownItems(app.database), repository);
    expect(admin && (await fresh.find({ words: words('cashew'), view: await viewOf(admin), ...page }))).toBeUndefined();
  });

  it('ask the database twice: for the entries of the words, and for what is shown of the hits', async () => {
    await app.given.page({ name: 'Pecan' });
    const api = app.api.as(await app.given.admin());
    const listener = jest.spyOn(Client.prototype, 'query');
    const costs: number[] = [];
    // The first ones come before everything is known; now and then something runs beside requests.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const before = listener.mock.calls.length;
      expect((await api.get('/api/search?query=pecan')).body).toMatchObject({ total: 1 });
      costs.push(listener.mock.calls.length - before);
      await sleep(10);
    }
    expect(Math.min(...costs)).toBe(2);
  });
});
