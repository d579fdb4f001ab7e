import { compactSums } from '@almanac/database';
import { nonEmpty, until } from '@almanac/testing';
import { each, idOf, numberAt } from '../../testing/answers';
import { archiveOf } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { compactTallies, TALLIES } from '../../content/tallies/visible-totals';
import { imported } from '../../features/imports/testing/portable';

/** Two processes of the service on one database. */
let app: ContentApp;
let other: ContentApp;
let callers: Record<string, Person>;
let roles: [number, number];
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  other = await startContent({ ...app.environment, RUN_JOBS: 'false' });
  const owner = ['book-view-own', 'chapter-view-own', 'page-view-own', 'page-update-own', 'page-create-all'];
  callers = {
    administrator: await app.given.admin(),
    viewer: await app.given.viewer(),
    editor: await app.given.editor(),
    owner: await app.given.user({ permissions: owner }),
    guest: await app.given.user(),
  };
  roles = [await roleOf(callers['viewer']), await roleOf(callers['guest'])];
});
afterAll(async () => {
  await other.close();
  await app.close();
});

async function roleOf(person: Person | undefined): Promise<number> {
  const [row] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
    person?.id,
  ]);
  return row?.id ?? 0;
}

/** Random numbers below `most`, the same in each run. */
function dice(): (most: number) => number {
  let state = 11;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % most;
  };
}

const compact = () => compactTallies(app.database);
/** As the previous version does, which knows no mark. */
const compactWithoutMarks = () => compactSums(app.database, { page_tallies: 'scope_id' });
const roll = dice();
const one = <Item>(items: readonly [Item, ...Item[]]): Item => items[roll(items.length)] ?? items[0];
const api = (person = one([callers['administrator'], callers['editor'], callers['owner']])) =>
  one([app, other]).api.as(person ?? {});

/** A random row of the table, also from the recycle bin. */
async function some(table: 'books' | 'chapters' | 'pages' | 'deletions'): Promise<number> {
  const rows = await app.database.query<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`);
  return rows[roll(rows.length)]?.id ?? 0;
}

const someParent = async () =>
  roll(2) === 0 ? { book_id: await some('books') } : { chapter_id: await some('chapters') };

const create = async () => api().post('/api/pages', { ...(await someParent()), name: 'Page', html: '<p>x</p>' });

async function change(): Promise<{ status: number }> {
  const admin = callers['administrator'];
  const table = one(['pages', 'pages', 'pages', 'pages', 'chapters', 'chapters', 'books'] as const);
  const grants = { view: roll(2) === 0, create: false, update: false, delete: false };
  const steps: readonly [() => Promise<{ status: number }>, ...(() => Promise<{ status: number }>)[]] = [
    create,
    create,
    create,
    async () => api().post('/api/chapters', { book_id: await some('books'), name: 'Chapter' }),
    async () => api().post('/api/books', { name: 'Book' }),
    async () => api().put(`/api/pages/${await some('pages')}`, { name: `Name ${roll(9)}`, ...(await someParent()) }),
    async () => api(admin).put(`/api/chapters/${await some('chapters')}`, { book_id: await some('books') }),
    async () => api(admin).delete(`/api/${table}/${await some(table)}`),
    async () => api(admin).put(`/api/recycle-bin/${await some('deletions')}`),
    async () => api(admin).put(`/api/recycle-bin/${await some('deletions')}`),
    async () => api(admin).delete(`/api/recycle-bin/${await some('deletions')}`),
    async () =>
      api(admin).put(`/api/content-permissions/${table.slice(0, -1)}/${await some(table)}`, {
        owner_id: one([callers['owner'], callers['editor']])?.id,
        role_permissions: roll(2) === 0 ? [{ role_id: one(roles), ...grants }] : [],
        fallback_permissions: roll(2) === 0 ? { inheriting: true } : { inheriting: false, ...grants },
      }),
    async () => {
      const permissions = one([['page-view-all'], ['page-view-own'], []]);
      return api(admin).put(`/api/roles/${one(roles)}`, { permissions: ['access-api', ...permissions] });
    },
    // No request saves or publishes a draft, but older versions may have done so. Slugs of drafts are not reserved.
    async () => {
      await app.database.query('UPDATE pages SET draft = NOT draft, slug_rank = 1000 * id WHERE id % 7 = $1', [
        roll(7),
      ]);
      return { status: 200 };
    },
  ];
  return one(steps)();
}

const KINDS = [
  { table: 'books', tallies: TALLIES.book, rows: 'deleted_at IS NULL' },
  { table: 'chapters', tallies: TALLIES.chapter, rows: 'deleted_at IS NULL' },
  { table: 'pages', tallies: TALLIES.page, rows: 'deleted_at IS NULL AND NOT draft' },
] as const;

async function expectRightTotals(): Promise<void> {
  for (const { table, tallies, rows } of KINDS) {
    const stored = `SELECT scope_id, sum(amount)::int AS items FROM ${tallies} GROUP BY scope_id HAVING sum(amount) <> 0 ORDER BY scope_id`;
    const counted = `SELECT scope_id, count(*)::int AS items FROM ${table} WHERE ${rows} GROUP BY scope_id ORDER BY scope_id`;
    expect(await app.database.query(stored)).toEqual(await app.database.query(counted));
    for (const [caller, person] of nonEmpty(Object.entries(callers))) {
      for (const { api: program } of [app, other]) {
        // Rows and total of one answer: the next one may know newer overrides.
        const { body } = await program.as(person).get(`/api/${table}?count=500`);
        const total = numberAt(body, 'total');
        expect({ table, caller, total }).toEqual({ table, caller, total: each(body, 'id').length });
      }
    }
  }
}

describe('the totals of books, chapters and pages', () => {
  it('equal the numbers of visible items after random changes', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id: bookId } = await app.given.book();
      const { id: chapterId } = await app.given.chapter({ bookId });
      for (const ownedBy of [callers['owner']?.id ?? 0, 1]) await app.given.page({ bookId, chapterId, ownedBy });
    }
    for (let round = 0; round < 12; round += 1) {
      for (let step = 0; step < 10; step += 1) expect((await change()).status).toBeLessThan(500);
      await expectRightTotals();
      if (round % 3 === 0) await compact();
      if (round % 4 === 0) await compactWithoutMarks();
    }
  });

  it('stay exact under concurrent writes of two processes and compactions of two versions', async () => {
    await Promise.all(
      Array.from({ length: 48 }, (_, n) => (n % 8 === 0 ? compact() : n % 8 === 4 ? compactWithoutMarks() : change())),
    );
    await expectRightTotals();
    await compact();
    await expectRightTotals();
  });

  it('include the items of an import', async () => {
    const archive = await archiveOf({
      book: { name: 'Book', pages: [{ name: 'One' }], chapters: [{ name: 'Chapter', pages: [{ name: 'Two' }] }] },
    });
    const totalOf = async () => numberAt((await api(callers['administrator']).get('/api/pages?count=1')).body, 'total');
    const before = await totalOf();
    const admin = callers['administrator'];
    if (admin) await imported(app, admin, archive);
    expect(await totalOf()).toBe(before + 2);
    await expectRightTotals();
  });

  it('exclude the contents of a destroyed book', async () => {
    const admin = app.api.as(await app.given.admin());
    const book = idOf((await admin.post('/api/books', { name: 'Book' })).body);
    for (let n = 0; n < 3; n += 1) await admin.post('/api/pages', { book_id: book, name: 'Page', html: '<p>x</p>' });
    await app.database.query('DELETE FROM books WHERE id = $1', [book]);
    await expectRightTotals();
  });
});

describe('the stored sums', () => {
  /** The periodic task may have the lock, so a compaction may do nothing. */
  const compactUntil = async (isDone: () => Promise<boolean>) =>
    until(async () => {
      await compact();
      return isDone();
    });

  it.each(KINDS)('of $table are one row per permission scope after compaction, without zero rows', async (kind) => {
    const faults = `SELECT FROM ${kind.tallies} GROUP BY scope_id HAVING count(*) > 1 OR sum(amount) = 0 OR NOT bool_and(is_merged)`;
    await compactUntil(async () => (await app.database.query<object[]>(faults)).length === 0);
    await expectRightTotals();
  });

  it.each(KINDS)('of $table are repaired by a function', async ({ tallies }) => {
    await app.database.query(`DELETE FROM ${tallies} WHERE scope_id < 0`);
    await app.database.query(`SELECT correct_${tallies}()`);
    await expectRightTotals();
  });

  it.each(KINDS)('of $table are read once after each compaction', async ({ table, tallies }) => {
    const admin = app.api.as(callers['administrator'] ?? {});
    const read = async () => numberAt((await admin.get(`/api/${table}?count=1`)).body, 'total');
    const areMerged = async () => (await app.database.query(`SELECT FROM ${tallies} WHERE NOT is_merged`)).length === 0;
    await app.database.query(`INSERT INTO ${tallies} VALUES (-1, 1)`);
    await compactUntil(areMerged);
    const before = await read();
    // No program does this. It shows that the merged rows are not read again.
    await app.database.query(`UPDATE ${tallies} SET amount = amount + 10 WHERE scope_id = -1`);
    expect(await read()).toBe(before);
    await app.database.query(`INSERT INTO ${tallies} VALUES (-1, 1)`);
    expect(await read()).toBe(before + 1);
    await compactUntil(areMerged);
    expect(await read()).toBe(before + 11);
    await app.database.query(`SELECT correct_${tallies}()`);
    await expectRightTotals();
  });
});
