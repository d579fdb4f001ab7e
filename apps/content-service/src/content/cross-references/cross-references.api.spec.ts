import { selectComputed, sql } from '@almanac/database';
import { type TestApi, until } from '@almanac/testing';
import { idOf, member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { waitForLinkUpdates } from '../../testing/wait-for-link-updates';
import { COMPLETE } from './address-changes';

const BASE = 'https://docs.example';
const SUMMARY = 'System auto-update of internal links';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  editor = await app.given.editor();
  api = app.api.as(editor);
});
afterAll(() => app.close());

const settled = () => waitForLinkUpdates(app);

let made = 0;
const book = async (name = `Own book ${++made}`) => idOf((await api.post('/api/books', { name })).body);
const chapter = async (book_id: number, name = `Own chapter ${++made}`) =>
  idOf((await api.post('/api/chapters', { book_id, name })).body);
async function page(fields: object): Promise<number> {
  const answer = await api.post('/api/pages', { name: `Own page ${++made}`, html: '<p>x</p>', ...fields });
  expect(answer.status).toBe(200);
  return idOf(answer.body);
}
const put = async (path: string, body: object) => expect((await api.put(`/api/${path}`, body)).status).toBe(200);
const read = async (path: string) => (await api.get(`/api/${path}`)).body;
const slugOf = async (path: string) => textAt(await read(path), 'slug');
const addressOf = async (id: number) => {
  const body = await read(`pages/${id}`);
  return `${BASE}/books/${await slugOf(`books/${String(member(body, 'book_id'))}`)}/page/${textAt(body, 'slug')}`;
};
const chapterAddressOf = async (id: number) => {
  const body = await read(`chapters/${id}`);
  return `${BASE}/books/${await slugOf(`books/${String(member(body, 'book_id'))}`)}/chapter/${textAt(body, 'slug')}`;
};
const link = (url: string) => `<p><a href="${url}">x</a></p>`;
const linked = async (path: string, key = 'raw_html') =>
  [...textAt(await read(path), key).matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

describe('renaming a page', () => {
  it('updates links in HTML, in Markdown and in descriptions', async () => {
    const home = await book();
    const target = await page({ book_id: home });
    const old = await addressOf(target);
    const inHtml = await page({
      book_id: home,
      html: link(`${old}?a=1#bkmrk-x`) + link(old.toUpperCase().replace(BASE.toUpperCase(), BASE)),
    });
    const inMarkdown = await page({ book_id: home, markdown: `[x](${old}#y "t") and [z][1]\n\n[1]: ${old}` });
    const inBook = idOf((await api.post('/api/books', { name: 'Linking', description_html: link(old) })).body);
    const inShelf = idOf((await api.post('/api/shelves', { name: 'Linking', description_html: link(old) })).body);
    const inChapter = await chapter(home);
    await put(`chapters/${inChapter}`, { description_html: link(old) });

    await put(`pages/${target}`, { name: 'Renamed target' });
    await settled();
    const fresh = await addressOf(target);
    expect(fresh).toMatch(/\/page\/renamed-target$/);
    expect(await linked(`pages/${inHtml}`)).toEqual([`${fresh}?a=1#bkmrk-x`, fresh]);
    expect(await read(`pages/${inMarkdown}`)).toMatchObject({
      markdown: `[x](${fresh}#y "t") and [z][1]\n\n[1]: ${fresh}`,
    });
    expect(await linked(`pages/${inMarkdown}`)).toEqual([`${fresh}#y`, fresh]);
    for (const path of [`books/${inBook}`, `shelves/${inShelf}`, `chapters/${inChapter}`])
      expect(await linked(path, 'description_html')).toEqual([fresh]);
  });

  it('adds one revision by the renaming user to each linking page', async () => {
    const home = await book();
    const target = await page({ book_id: home });
    const source = await page({
      book_id: home,
      html: link(await addressOf(target)) + link(`${await addressOf(target)}#a`),
    });
    const other = app.api.as(await app.given.editor());
    await other.put(`/api/pages/${target}`, { name: 'By another one' });
    await settled();
    expect(await read(`pages/${source}`)).toMatchObject({ revision_count: 2, updated_by: { id: editor.id } });
    const revisions = `SELECT revision_number, summary, created_by <> $2 AS by_other, html LIKE '%by-another-one#a%' AS rewritten
      FROM page_revisions WHERE page_id = $1 ORDER BY id`;
    expect(await app.database.query(revisions, [source, editor.id])).toEqual([
      { revision_number: 1, summary: 'Initial publish', by_other: false, rewritten: false },
      { revision_number: 2, summary: SUMMARY, by_other: true, rewritten: true },
    ]);
    expect(
      await app.database.query(`SELECT 1 FROM activities WHERE loggable_id = $1 AND type = 'page_update'`, [source]),
    ).toEqual([]);
  });

  it('leaves plain text, images, permalinks, relative links and other addresses unchanged', async () => {
    const home = await book();
    const target = await page({ book_id: home, name: 'Intro' });
    const old = await addressOf(target);
    const texts = [
      link(`${old}-2`) + `<p>${old}</p><img src="${old}">`,
      link(old.replace(BASE, 'https://other.example')),
      link(`${BASE}/link/${target}`),
      link(old.replace(BASE, '')),
    ];
    const sources: number[] = [];
    for (const html of texts) sources.push(await page({ book_id: home, html }));
    const before = await Promise.all(sources.map((id) => read(`pages/${id}`)));
    await put(`pages/${target}`, { name: 'Introduction' });
    await settled();
    expect(await Promise.all(sources.map((id) => read(`pages/${id}`)))).toEqual(before);
  });

  it('updates links in pages that the caller cannot see', async () => {
    const target = await page({ book_id: await book() });
    const source = await page({ book_id: await book(), html: link(await addressOf(target)) });
    const hiding = {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    };
    const admin = app.api.as(await app.given.admin());
    expect((await admin.put(`/api/content-permissions/page/${source}`, hiding)).status).toBe(200);
    await put(`pages/${target}`, { name: 'Seen' });
    await settled();
    expect(textAt((await admin.get(`/api/pages/${source}`)).body, 'raw_html')).toContain(await addressOf(target));
  });
});

describe('links follow', () => {
  it('a page that moves to another book', async () => {
    const target = await page({ book_id: await book() });
    const source = await page({ book_id: await book(), html: link(await addressOf(target)) });
    const away = await book();
    await put(`pages/${target}`, { book_id: away });
    await settled();
    expect(await linked(`pages/${source}`)).toEqual([await addressOf(target)]);
  });

  it('a renamed book and its chapters and pages', async () => {
    const home = await book();
    const inside = await chapter(home);
    const target = await page({ chapter_id: inside });
    const old = `${BASE}/books/${await slugOf(`books/${home}`)}`;
    const neighbour = `${old}-2`;
    const html = [old, await chapterAddressOf(inside), `${await addressOf(target)}#a`, neighbour].map(link).join('');
    const source = await page({ book_id: await book(), html });
    await put(`books/${home}`, { name: 'Another name' });
    await settled();
    const fresh = `${BASE}/books/another-name`;
    expect(await linked(`pages/${source}`)).toEqual([
      fresh,
      await chapterAddressOf(inside),
      `${await addressOf(target)}#a`,
      neighbour,
    ]);
    expect(await read(`pages/${source}`)).toMatchObject({ revision_count: 2 });
  });

  it('a renamed and moved chapter and its pages, including pages that need a new slug', async () => {
    const [home, away] = [await book(), await book()];
    const inside = await chapter(home);
    const targets = [await page({ chapter_id: inside, name: 'Same' }), await page({ chapter_id: inside })];
    await page({ book_id: away, name: 'Same' });
    const urls = [await chapterAddressOf(inside), await addressOf(targets[0] ?? 0), await addressOf(targets[1] ?? 0)];
    const source = await page({ book_id: home, html: urls.map(link).join('') });
    await put(`chapters/${inside}`, { name: 'Moved chapter', book_id: away });
    await settled();
    const fresh = [await chapterAddressOf(inside), await addressOf(targets[0] ?? 0), await addressOf(targets[1] ?? 0)];
    expect(fresh[0]).toMatch(/\/chapter\/moved-chapter$/);
    expect(fresh[1]).toMatch(/\/page\/same-\w{3}$/);
    expect(await linked(`pages/${source}`)).toEqual(fresh);
  });

  it('a renamed shelf and a page restored to a revision with another name', async () => {
    const shelf = idOf((await api.post('/api/shelves', { name: `Own shelf ${++made}` })).body);
    const target = await page({ book_id: await book(), name: 'First' });
    await put(`pages/${target}`, { name: 'Second' });
    const html = link(`${BASE}/shelves/${await slugOf(`shelves/${shelf}`)}`) + link(await addressOf(target));
    const source = await page({ book_id: await book(), html });
    await put(`shelves/${shelf}`, { name: 'Other shelf' });
    const admin = app.api.as(await app.given.admin());
    const first = idOf(member((await admin.get(`/api/pages/${target}/revisions`)).body, 'data.0'));
    expect((await admin.post(`/api/pages/${target}/revisions/${first}/restore`)).status).toBe(200);
    await settled();
    expect(await linked(`pages/${source}`)).toEqual([`${BASE}/shelves/other-shelf`, await addressOf(target)]);
    expect(await addressOf(target)).toMatch(/first$/);
  });

  it('several renames in quick succession', async () => {
    const home = await book();
    const [one, two] = [await page({ book_id: home, name: 'One' }), await page({ book_id: home, name: 'Two' })];
    const source = await page({ book_id: home, html: link(await addressOf(one)) + link(await addressOf(two)) });
    // The second page gets the old address of the first one. Renaming the book then changes all addresses.
    await put(`pages/${one}`, { name: 'Uno' });
    await put(`pages/${two}`, { name: 'One' });
    await put(`pages/${one}`, { name: 'Two' });
    await put(`books/${home}`, { name: `Last ${++made}` });
    await settled();
    expect(await linked(`pages/${source}`)).toEqual([await addressOf(one), await addressOf(two)]);
    expect(await addressOf(one)).toMatch(/\/page\/two$/);
  });

  it('a renamed page in more items than one transaction processes', async () => {
    const home = await book();
    const target = await page({ book_id: home });
    const old = await addressOf(target);
    for (let count = 0; count < 120; count += 1) await app.given.page({ bookId: home, html: link(old) });
    await put(`pages/${target}`, { name: 'Popular' });
    await settled();
    const sql = `SELECT count(*)::int AS count, count(*) FILTER (WHERE html LIKE '%/page/popular"%')::int AS followed
      FROM page_contents JOIN pages ON id = page_id WHERE book_id = $1 AND html LIKE '%href%'`;
    expect(await app.database.query(sql, [home])).toEqual([{ count: 120, followed: 120 }]);
  });
});

it('restoring a page from the recycle bin leaves links to the current holder of its address unchanged', async () => {
  const admin = app.api.as(await app.given.admin());
  const home = await book();
  const gone = await page({ book_id: home, name: 'Wanted' });
  expect((await api.delete(`/api/pages/${gone}`)).status).toBe(204);
  const holder = await page({ book_id: home, name: 'Wanted' });
  const source = await page({ book_id: home, html: link(await addressOf(holder)) });
  const deletion = member((await admin.get('/api/recycle-bin?sort=-id')).body, 'data.0.id');
  expect((await admin.put(`/api/recycle-bin/${String(deletion)}`)).status).toBe(200);
  await settled();
  expect(await linked(`pages/${source}`)).toEqual([await addressOf(holder)]);
});

describe('renaming a hidden item', () => {
  const NOBODY = { view: false, create: false, update: false, delete: false };
  /** A book that users can link to until `hide` hides it from all but administrators. */
  async function hiddenBook(name: string) {
    const admin = app.api.as(await app.given.admin());
    const id = idOf((await admin.post('/api/books', { name })).body);
    const address = `${BASE}/books/${textAt((await admin.get(`/api/books/${id}`)).body, 'slug')}`;
    const hide = () =>
      admin.put(`/api/content-permissions/book/${id}`, { fallback_permissions: { inheriting: false, ...NOBODY } });
    return { admin, id, address, hide };
  }

  it('leaves links to it and its pages unchanged for authors that cannot see it', async () => {
    const { admin, id, address, hide } = await hiddenBook('Layoffs one');
    const inside = idOf((await admin.post('/api/pages', { book_id: id, name: 'Who', html: '<p>x</p>' })).body);
    const inPage = await page({ book_id: await book(), html: link(address) + link(`${address}/page/who`) });
    const inBook = idOf((await api.post('/api/books', { name: 'Linking', description_html: link(address) })).body);
    expect((await hide()).status).toBe(200);
    await admin.put(`/api/pages/${inside}`, { name: 'Who exactly' });
    await admin.put(`/api/books/${id}`, { name: 'Layoffs two' });
    await settled();
    expect(await linked(`pages/${inPage}`)).toEqual([address, `${address}/page/who`]);
    expect(await linked(`books/${inBook}`, 'description_html')).toEqual([address]);
    expect(await read(`pages/${inPage}`)).toMatchObject({ revision_count: 1 });
  });

  it('updates links of authors that can see it', async () => {
    const { admin, id, address, hide } = await hiddenBook('Layoffs three');
    const home = idOf((await admin.post('/api/books', { name: 'Of the board' })).body);
    const source = idOf((await admin.post('/api/pages', { book_id: home, name: 'Links', html: link(address) })).body);
    await hide();
    await admin.put(`/api/books/${id}`, { name: 'Layoffs four' });
    await settled();
    expect(await linked(`pages/${source}`)).toEqual([`${BASE}/books/layoffs-four`]);
  });

  it('updates links of authors that can see neither the item nor the linking page', async () => {
    const { admin, id, address, hide } = await hiddenBook('Layoffs five');
    const left = await app.given.editor();
    const home = await book();
    const source = idOf(
      (await app.api.as(left).post('/api/pages', { book_id: home, name: 'Links', html: link(address) })).body,
    );
    await app.database.query('DELETE FROM user_roles WHERE user_id = $1', [left.id]);
    await hide();
    await admin.put(`/api/books/${id}`, { name: 'Layoffs six' });
    await settled();
    expect(await linked(`pages/${source}`)).toEqual([`${BASE}/books/layoffs-six`]);
  });
});

it('two processes with jobs update links once after changes in a process without jobs', async () => {
  const sender = await startContent({ RUN_JOBS: 'false' });
  const asEditor = sender.api.as(await sender.given.editor());
  const home = await sender.given.book({ slug: 'home' });
  const [one, two] = [
    await sender.given.page({ bookId: home.id, slug: 'one' }),
    await sender.given.page({ bookId: home.id, slug: 'two' }),
  ];
  const html = link(`${BASE}/books/home/page/one`) + link(`${BASE}/books/home/page/two`);
  for (let count = 0; count < 60; count += 1) await sender.given.page({ bookId: home.id, html });
  for (const [{ id }, name] of [
    [one, 'Uno'],
    [two, 'Due'],
  ] as const)
    await asEditor.put(`/api/pages/${id}`, { name });
  await asEditor.put(`/api/books/${home.id}`, { name: 'Casa' });

  const workers = await Promise.all(
    [1, 2].map(() => startContent({ RUN_JOBS: 'true', DATABASE_URL: sender.databaseUrl })),
  );
  while ((await sender.database.query('SELECT 1 FROM address_changes')).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const rewritten = `SELECT DISTINCT html, revision_count FROM pages JOIN page_contents ON page_id = id WHERE html LIKE '%href%'`;
  expect(await sender.database.query(rewritten)).toEqual([
    { html: link(`${BASE}/books/casa/page/uno`) + link(`${BASE}/books/casa/page/due`), revision_count: 4 },
  ]);
  for (const worker of workers) await worker.close();
  await sender.close();
});

describe('a change of an address', () => {
  let quiet: ContentApp;
  let quietApi: TestApi;
  beforeAll(async () => {
    quiet = await startContent({ RUN_JOBS: 'false' });
    quietApi = quiet.api.as(await quiet.given.editor());
  });
  afterAll(() => quiet.close());
  beforeEach(() => quiet.database.query('WITH job AS (DELETE FROM jobs.job) DELETE FROM address_changes'));

  /** Runs the jobs and the periodic task. */
  async function work(): Promise<void> {
    const worker = await startContent({ ...quiet.environment, RUN_JOBS: 'true' });
    await until(async () => (await waiting()).rows === 0);
    await worker.close();
  }
  /** Of the job, and of the list of changes. */
  const waiting = async () => {
    const [counts] = await quiet.database.query(
      sql`SELECT ${selectComputed<{ jobs: number; rows: number }>({
        jobs: `(SELECT count(*)::int FROM jobs.job WHERE name = 'follow-addresses')`,
        rows: '(SELECT count(*)::int FROM address_changes)',
      })}`,
    );
    return counts ?? { jobs: 0, rows: 0 };
  };
  let named = 0;
  const newName = () => ({ name: `Quiet name ${(named += 1)}` });

  /** Creates an item. @returns its address, and a request that changes it or the address above it */
  type Item = () => Promise<{ address: string; above?: string; change: () => Promise<{ status: number }> }>;
  const put = (path: string, body: object) => () => quietApi.put(`/api/${path}`, body);
  const newPage = async () => {
    const { slug: home, id: bookId } = await quiet.given.book();
    const { slug, id } = await quiet.given.page({ bookId });
    return { address: `${BASE}/books/${home}/page/${slug}`, home: `${BASE}/books/${home}`, id, bookId };
  };
  const newChapter = async () => {
    const { slug: home, id: bookId } = await quiet.given.book();
    const { slug, id } = await quiet.given.chapter({ bookId });
    const inside = await quiet.given.page({ bookId, chapterId: id });
    const of = (kind: string, name: string) => `${BASE}/books/${home}/${kind}/${name}`;
    return { address: of('chapter', slug), inside: of('page', inside.slug), id };
  };
  const ITEMS: Record<string, Item> = {
    'of a renamed page': async () => {
      const { address, id } = await newPage();
      return { address, change: put(`pages/${id}`, newName()) };
    },
    'of a moved page': async () => {
      const { address, id } = await newPage();
      return { address, change: put(`pages/${id}`, { book_id: (await quiet.given.book()).id }) };
    },
    'of a page whose book is renamed': async () => {
      const { address, home, bookId } = await newPage();
      return { address, above: home, change: put(`books/${bookId}`, newName()) };
    },
    'of a renamed book': async () => {
      const { home, bookId } = await newPage();
      return { address: home, change: put(`books/${bookId}`, newName()) };
    },
    'of a renamed chapter': async () => {
      const { address, id } = await newChapter();
      return { address, change: put(`chapters/${id}`, newName()) };
    },
    'of a page in a moved chapter': async () => {
      const { inside, id } = await newChapter();
      return { address: inside, change: put(`chapters/${id}`, { book_id: (await quiet.given.book()).id }) };
    },
    'of a renamed shelf': async () => {
      const { id, slug } = await quiet.given.shelf();
      return { address: `${BASE}/shelves/${slug}`, change: put(`shelves/${id}`, newName()) };
    },
  };

  it.each(Object.entries(ITEMS))('%s starts a job only if there are links to it', async (_what, item) => {
    const [lonely, popular] = [await item(), await item()];
    await quiet.given.page({ html: link(`${lonely.above ?? lonely.address}-2`) + link(`${BASE}/books/other`) });
    const before = await waiting();
    expect((await lonely.change()).status).toBe(200);
    const between = await waiting();
    expect(between.jobs).toBe(before.jobs);
    expect(between.rows).toBeGreaterThan(before.rows);
    await quiet.given.page({ html: link(popular.address.toUpperCase().replace(BASE.toUpperCase(), BASE)) });
    expect((await popular.change()).status).toBe(200);
    const after = await waiting();
    expect(after.jobs).toBe(before.jobs + 1);
    expect(after.rows).toBeGreaterThan(between.rows);
  });

  it('without links is kept for the periodic task, in its order, and links that are made meanwhile follow', async () => {
    const target = await newPage();
    const former = await newPage();
    expect((await put(`pages/${target.id}`, { name: 'Later' })()).status).toBe(200);
    expect((await put(`pages/${former.id}`, { name: 'Away', book_id: target.bookId })()).status).toBe(200);
    expect((await put(`books/${target.bookId}`, { name: 'Home of both' })()).status).toBe(200);
    expect(await waiting()).toMatchObject({ jobs: 0 });
    const html = link(target.address) + link(former.address);
    const source = await quiet.given.page({ html });

    await work();
    const fresh = `${BASE}/books/home-of-both/page`;
    expect((await quietApi.get(`/api/pages/${source.id}`)).body).toMatchObject({
      raw_html: link(`${fresh}/later`) + link(`${fresh}/away`),
    });
    expect(await waiting()).toMatchObject({ jobs: 0 });
  });

  it.each([
    ['page', ({ id }: { id: number }) => `pages/${id}`, ({ address }: { address: string }) => address],
    ['book', ({ bookId }: { bookId: number }) => `books/${bookId}`, ({ home }: { home: string }) => `${home}/page/new`],
  ])('without links leaves links to a new %s at the address', async (_kind, path, addressOfNew) => {
    const target = await newPage();
    const before = await quietApi.get(`/api/${path(target)}`);
    expect((await put(path(target), newName())()).status).toBe(200);
    const slug = textAt(before.body, 'slug');
    if (path(target).startsWith('books'))
      await quiet.given.page({ bookId: (await quiet.given.book({ slug })).id, slug: 'new' });
    else await quiet.given.page({ bookId: target.bookId, slug });
    const source = await quiet.given.page({ html: link(addressOfNew(target)) });
    await work();
    expect((await quietApi.get(`/api/pages/${source.id}`)).body).toMatchObject({
      raw_html: link(addressOfNew(target)),
    });
  });

  it('without links starts a job while links to it may still be written', async () => {
    const { id, address, home } = await newPage();
    const source = await quiet.given.page({ html: link(address) });
    expect((await put(`pages/${id}`, { name: 'Interim' })()).status).toBe(200);
    expect((await put(`pages/${id}`, { name: 'Final' })()).status).toBe(200);
    expect(await waiting()).toEqual({ jobs: 2, rows: 2 });
    await work();
    expect((await quietApi.get(`/api/pages/${source.id}`)).body).toMatchObject({
      raw_html: link(`${home}/page/final`),
    });
  });

  it('reads few of many links and of many waiting changes', async () => {
    const { id } = await quiet.given.book();
    await quiet.database.query(`
      INSERT INTO item_links (address, item_type, item_id) SELECT '/books/guide-' || n % 50 || '/page/intro-' || n % 7, 'p', 1000000 + n
      FROM generate_series(1, 20000) AS n`);
    await quiet.database.query(`
      INSERT INTO address_changes (old_address, new_address, changed_in, was_linked) SELECT '/books/a-' || n, '/books/b-' || n, '1', false
      FROM generate_series(1, 20000) AS n`);
    await quiet.database.query('ANALYZE item_links, address_changes');
    const scanned = () =>
      quiet.database.query(
        `SELECT seq_tup_read::int FROM pg_stat_xact_user_tables WHERE relname IN ('item_links', 'address_changes')`,
      );
    await quiet.database.transaction(async () => {
      await quiet.database.query(`UPDATE books SET slug = 'nobody-links-here' WHERE id = $1`, [id]);
      const before = await scanned();
      expect(await quiet.database.query(COMPLETE, [null])).toEqual([]);
      expect(await scanned()).toEqual(before);
    });
  });
});
