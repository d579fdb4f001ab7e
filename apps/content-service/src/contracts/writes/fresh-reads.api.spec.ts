import { metrics } from '@almanac/observability';
import { type Caller, nonEmpty, until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';

let app: ContentApp;
let other: ContentApp;
let editor: Person;
let viewer: Person;
beforeAll(async () => {
  app = await startContent();
  other = await startContent({ DATABASE_URL: app.databaseUrl });
  [editor, viewer] = [await app.given.admin(), await app.given.viewer()];
});
afterAll(async () => {
  await other.close();
  await app.close();
});

async function givenTree() {
  const shelf = await app.given.shelf({ name: 'Walnut shelf' });
  const chapter = await app.given.chapter();
  const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, name: 'Walnut', text: 'walnut' });
  await app.database.query('INSERT INTO shelf_books (shelf_id, book_id, position) VALUES ($1, $2, 1)', [
    shelf.id,
    chapter.bookId,
  ]);
  await app.database.query(`INSERT INTO tags (page_id, name, value) VALUES ($1, 'Walnut', 'old')`, [page.id]);
  return { shelf, chapter, page };
}
type Tree = Awaited<ReturnType<typeof givenTree>>;

/** Addresses whose answers are cached, and which show something of the tree. */
const addresses = ({ shelf, chapter, page }: Tree): string[] => [
  `/api/pages/${page.id}`,
  `/api/chapters/${chapter.id}`,
  `/api/books/${chapter.bookId}`,
  `/api/shelves/${shelf.id}`,
  `/api/pages?filter[id]=${page.id}`,
  `/api/chapters?filter[id]=${chapter.id}`,
  `/api/books?filter[id]=${chapter.bookId}`,
  `/api/shelves?filter[id]=${shelf.id}`,
  `/api/search?query=walnut`,
  '/api/tags/names',
  '/api/tags/values-for-name?name=walnut',
];

const read = async (path: string, caller: Caller) => {
  const { status, text, headers } = await app.api.as(caller).get(path);
  // Each refusal has an id of its own.
  return { status, text: text.replace(/"request_id":"[^"]*"/, ''), etag: headers.get('etag') };
};

/** A new address has no cached answer. */
let fresh = 0;
const readUncached = (path: string, caller: Caller) => {
  fresh += 1;
  return read(`${path}${path.includes('?') ? '&' : '?'}fresh=${fresh}`, caller);
};

const CHANGES: [change: string, work: (tree: Tree) => Promise<unknown>, shownBy: (tree: Tree) => string[]][] = [
  [
    'a new name of a page',
    ({ page }) => other.api.as(editor).put(`/api/pages/${page.id}`, { name: 'Walnut tree' }),
    ({ page, chapter }) => [
      `/api/pages/${page.id}`,
      `/api/pages?filter[id]=${page.id}`,
      `/api/chapters/${chapter.id}`,
      '/api/search?query=walnut',
    ],
  ],
  [
    'a new tag of a page',
    ({ page }) =>
      other.api.as(editor).put(`/api/pages/${page.id}`, {
        tags: [
          { name: 'Walnut', value: 'old' },
          { name: 'Walnut', value: 'young' },
        ],
      }),
    ({ page }) => [`/api/pages/${page.id}`, '/api/tags/names', '/api/tags/values-for-name?name=walnut'],
  ],
  [
    'a new name of a user',
    () => other.database.query(`UPDATE users SET name = name || '!'`),
    (tree) => addresses(tree).slice(0, 4),
  ],
  [
    'a comment',
    ({ page }) => other.api.as(editor).post('/api/comments', { page_id: page.id, html: '<p>New</p>' }),
    ({ page }) => [`/api/pages/${page.id}`],
  ],
  [
    'a hidden book',
    ({ chapter }) =>
      other.api.as(editor).put(`/api/content-permissions/book/${chapter.bookId}`, {
        fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
      }),
    ({ chapter, page }) => [
      `/api/books/${chapter.bookId}`,
      `/api/pages/${page.id}`,
      `/api/pages?filter[id]=${page.id}`,
      '/api/search?query=walnut',
      '/api/tags/names',
      '/api/tags/values-for-name?name=walnut',
    ],
  ],
  [
    'a deleted chapter',
    ({ chapter }) => other.api.as(editor).delete(`/api/chapters/${chapter.id}`),
    ({ chapter, page }) => [`/api/chapters/${chapter.id}`, `/api/pages/${page.id}`, `/api/books/${chapter.bookId}`],
  ],
];

describe('a read after a change by another process', () => {
  it.each(CHANGES)('shows %s at once', async (_change, work, shownBy) => {
    const tree = await givenTree();
    const paths = addresses(tree);
    const all = (how: typeof read) => Promise.all(paths.map((path) => how(path, viewer)));
    const before = await all(read);
    expect(await all(read)).toEqual(before);
    await work(tree);
    const after = await all(read);
    expect(after).toEqual(await all(readUncached));
    const changed = paths.filter((_path, index) => after[index]?.text !== before[index]?.text);
    expect(changed).toEqual(expect.arrayContaining(shownBy(tree)));
  });
});

it('answers are never shared between callers with different rights', async () => {
  const tree = await givenTree();
  const nobody = await app.given.user();
  for (const path of nonEmpty(addresses(tree))) {
    const full = await read(path, editor);
    expect(await read(path, nobody)).toEqual(await readUncached(path, nobody));
    expect(await read(path, editor)).toEqual(full);
  }
});

it('a cached answer has the headers of the first, and its version is still compared', async () => {
  const { page } = await givenTree();
  const get = (more: Record<string, string> = {}) => app.api.as(viewer).with(more).get(`/api/pages/${page.id}`);
  const [first, second] = [await get(), await get()];
  const namesOf = ({ headers }: typeof first) => [...headers.keys()].sort();
  expect(namesOf(second)).toEqual(namesOf(first));
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect((await get({ 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await get({ 'if-none-match': '"another"' })).text).toBe(first.text);
});

/** How many look-ups in the cache of answers had this outcome so far. */
async function lookups(outcome: string): Promise<number> {
  const text = await metrics.getSingleMetricAsString('almanac_answer_cache_total');
  return Number(new RegExp(`"${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

it.each<[string, (tree: Tree) => string]>([
  ['search', () => '/api/search?query=walnut'],
  ['page', ({ page }) => `/api/pages/${page.id}`],
  ['export', ({ page }) => `/api/pages/${page.id}/export/plaintext`],
])(
  'sixteen callers of one %s after a commit cost one build, and leave the connections to others',
  async (_, pathOf) => {
    const path = pathOf(await givenTree());
    const alone = await read(path, editor);
    // Commits in the databases of other tests part the callers.
    await until(async () => {
      await other.database.query('SELECT pg_current_xact_id()');
      const [built, joined] = [await lookups('miss'), await lookups('joined')];
      const { reads, system } = await other.database.transaction(async () => {
        await other.database.query('LOCK TABLE pages IN ACCESS EXCLUSIVE MODE');
        const waiting = Promise.all(Array.from({ length: 16 }, () => read(path, editor)));
        await until(async () => (await countLockWaits(other.database)) > 0);
        return { reads: waiting, system: await app.api.as(editor).get('/api/system') };
      });
      const answers = await reads;
      // The system is one more.
      if ((await lookups('miss')) !== built + 2) return false;
      expect(system.status).toBe(200);
      expect(answers).toEqual(Array(16).fill(alone));
      return (await lookups('joined')) > joined;
    });
  },
);
