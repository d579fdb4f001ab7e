import { type Caller, nonEmpty } from '@almanac/testing';
import JSZip from 'jszip';
import { textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const ID = 900;
const READS = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-own', 'content-export'];

let app: ContentApp;
let admin: Person;
/** Two users of one role, who see only their own pages. */
let ann: Person;
let bob: Person;
/** Ann with a token that does not read pages. */
let narrow: Caller;
beforeAll(async () => {
  app = await startContent();
  const { given } = app;
  admin = await given.admin();
  ann = await given.user({ permissions: READS });
  bob = await given.user();
  await app.database.query(
    'UPDATE user_roles SET role_id = (SELECT role_id FROM user_roles WHERE user_id = $1) WHERE user_id = $2',
    [ann.id, bob.id],
  );
  const scopes = READS.filter((permission) => permission !== 'page-view-own');
  const made = await app.api.as(admin).post(`/api/users/${ann.id}/tokens`, { name: 'Narrow', scopes });
  narrow = { token: `${textAt(made.body, 'token_id')}:${textAt(made.body, 'secret')}` };
  await given.book({ id: ID, name: 'The book', descriptionHtml: '<p>About books</p>' });
  await given.book({ id: ID + 1, name: 'Other book', descriptionHtml: '<p>About others</p>' });
  await given.chapter({ id: ID, name: 'The chapter', bookId: ID, descriptionHtml: '<p>About chapters</p>' });
  const page = async (id: number, name: string, owner: Person, html: string, chapterId: number | null = null) => {
    await given.page({ id, name, bookId: ID, chapterId, ownedBy: owner.id, html, text: html.replace(/<[^>]*>/g, '') });
    await app.database.query(`INSERT INTO tags (page_id, name, value) VALUES ($1, $2, '')`, [id, name]);
  };
  await page(ID, 'The page', ann, '<p id="bkmrk-o"><strong>Oars</strong></p>', ID);
  await page(ID + 1, 'Page of Bob', bob, '<p id="bkmrk-s"><strong>Sails</strong></p>');
});
afterAll(() => app.close());

type Read = [path: string, caller: () => Caller, own: RegExp];

const EXPORTS: Record<string, RegExp> = {
  html: /<strong>Oars/,
  markdown: /\*\*Oars/,
  plaintext: /^(?!.*(?:<strong>|\*\*)).*Oars/s,
};
const exported = (format: string): Read => [`/api/pages/${ID}/export/${format}`, () => admin, EXPORTS[format]!];
const PAIRS: [part: string, one: Read, two: Read][] = [
  ['the format of an export', exported('html'), exported('plaintext')],
  ['the format of an export', exported('html'), exported('markdown')],
  ['the format of an export', exported('markdown'), exported('plaintext')],
  ...['html', 'markdown', 'plaintext'].flatMap((format): [string, Read, Read][] => [
    [
      `the kind of an item as ${format}`,
      [`/api/chapters/${ID}/export/${format}`, () => ann, /^(?!.*The book).*The chapter/s],
      [`/api/books/${ID}/export/${format}`, () => ann, /The book/],
    ],
    [
      `the item as ${format}`,
      [`/api/pages/${ID}/export/${format}`, () => admin, /Oars/],
      [`/api/pages/${ID + 1}/export/${format}`, () => admin, /Sails/],
    ],
    [
      `the user of an export as ${format}`,
      [`/api/books/${ID}/export/${format}`, () => ann, /Oars/],
      [`/api/books/${ID}/export/${format}`, () => bob, /Sails/],
    ],
    [
      `the scope of a token of an export as ${format}`,
      [`/api/books/${ID}/export/${format}`, () => ann, /Oars/],
      [`/api/books/${ID}/export/${format}`, () => narrow, /^(?!.*Oars).*The chapter/s],
    ],
  ]),
  ...[`/api/books/${ID}`, '/api/pages', '/api/search?query=page', '/api/tags/names'].flatMap(
    (path): [string, Read, Read][] => [
      [`the user of ${path}`, [path, () => ann, /The page/], [path, () => bob, /Page of Bob/]],
      [`the scope of a token at ${path}`, [path, () => ann, /The page/], [path, () => narrow, /^(?!.*The page)/s]],
    ],
  ),
  [
    'the kind in a path',
    [`/api/books/${ID}`, () => ann, /"shelves"/],
    [`/api/chapters/${ID}`, () => ann, /"book_slug"/],
  ],
  [
    'the id in a path',
    [`/api/books/${ID}`, () => bob, /About books/],
    [`/api/books/${ID + 1}`, () => bob, /About others/],
  ],
  [
    'a query',
    ['/api/books?sort=%2Bid', () => ann, /The book.*Other book/],
    ['/api/books?sort=-id', () => ann, /Other book.*The book/],
  ],
];

describe('answers that were given before are told apart by', () => {
  it.each(PAIRS)('%s', async (_part, ...reads) => {
    for (const [path, caller, own] of nonEmpty([...reads, ...reads])) {
      const { status, text } = await app.api.as(caller()).get(path);
      expect([path, status, text]).toEqual([path, 200, expect.stringMatching(own)]);
      for (const [, , other] of nonEmpty(reads)) if (other !== own) expect(text).not.toMatch(other);
    }
  });

  it('the page whose data is in a ZIP', async () => {
    for (const [id, text] of [
      [ID, 'Oars'],
      [ID + 1, 'Sails'],
      [ID, 'Oars'],
    ] as const) {
      const url = new URL(`/api/pages/${id}/export/zip`, app.api.baseUrl);
      const answer = await fetch(url, { headers: { authorization: `Token ${admin.token}` } });
      const data = (await JSZip.loadAsync(await answer.arrayBuffer())).file('data.json');
      expect(await data?.async('string')).toContain(text);
    }
  });

  it('the filters of texts', async () => {
    const page = await app.given.page({ html: '<p id="bkmrk-a">a</p><form>b</form>' });
    for (const [letters, shown] of [
      ['jfha', '<p id="bkmrk-a">a</p>'],
      ['j', '<p id="bkmrk-a">a</p><form>b</form>'],
      ['jfha', '<p id="bkmrk-a">a</p>'],
    ]) {
      await app.api.as(admin).put('/api/settings', { content_filtering: letters });
      expect((await app.api.as(admin).get(`/api/pages/${page.id}`)).body).toMatchObject({ html: shown });
    }
  });
});

describe('an ETag', () => {
  it('is never that of another caller with another answer', async () => {
    const lists = app.routes.filter(({ method, path }) => method === 'GET' && /^\/api\/[\w/-]+$/.test(path));
    const items = ['books', 'chapters', 'pages'].flatMap((kind) => [
      `/api/${kind}/${ID}`,
      `/api/${kind}/${ID}?include=permissions`,
    ]);
    const compared = new Set<string>();
    for (const path of nonEmpty([...lists.map((route) => route.path), ...items])) {
      const answers = await Promise.all([admin, ann, bob, narrow].map((caller) => app.api.as(caller).get(path)));
      const texts = new Map<string, string>();
      for (const { status, headers, text } of answers) {
        const etag = headers.get('etag');
        if (status !== 200 || etag === null) continue;
        expect([path, texts.get(etag) ?? text]).toEqual([path, text]);
        texts.set(etag, text);
      }
      if (texts.size > 1) compared.add(path);
    }
    expect([...compared].sort()).toEqual([
      `/api/books/${ID}`,
      `/api/books/${ID}?include=permissions`,
      `/api/chapters/${ID}`,
      `/api/chapters/${ID}?include=permissions`,
      '/api/pages',
      `/api/pages/${ID}?include=permissions`,
      '/api/tags/names',
    ]);
  });

  it.each<[change: string, settings: object]>([
    ['the filters of texts', { content_filtering: 'j' }],
    ['hidden comments', { comments_disabled: true }],
  ])('of a page changes with %s', async (_change, settings) => {
    const page = await app.given.page({ html: '<p id="bkmrk-a">a</p><form>b</form>' });
    await app.api.as(admin).post('/api/comments', { page_id: page.id, html: '<p>Said</p>' });
    const read = () => app.api.as(admin).get(`/api/pages/${page.id}`);
    const before = await read();
    await app.api.as(admin).put('/api/settings', settings);
    const after = await read();
    expect(after.text).not.toBe(before.text);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});
