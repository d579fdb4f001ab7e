import type { ListingDefinition } from '@almanac/listing';
import type { TestApi } from '@almanac/testing';
import { auditLogListing } from '../../features/audit-log/audit-log.service';
import { attachmentListing } from '../../features/attachments/attachments.repository';
import { commentListing } from '../../features/comments/comments.repository';
import { imageListing } from '../../features/image-gallery/image-gallery.repository';
import { importListing } from '../../features/imports/imports.repository';
import { roleListing } from '../../features/roles/roles.repository';
import { tokenListing } from '../../features/tokens/api-tokens.repository';
import { userListing } from '../../features/users/users.repository';
import { tagNameListing, tagValueListing } from '../../features/tags/tags.repository';
import { bookListing } from '../../features/books/books.repository';
import { chapterListing } from '../../features/chapters/chapters.repository';
import { pageListing } from '../../content/items/page-in-list';
import { revisionListing } from '../../features/pages/revisions/revisions.repository';
import { deletionListing } from '../../features/recycle-bin/recycle-bin.repository';
import { shelfListing } from '../../features/shelves/shelves.repository';
import { sortRuleListing } from '../../features/sort-rules/sort-rules.repository';
import { each, member, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const LISTS: Record<string, ListingDefinition> = {
  '/api/shelves': shelfListing,
  '/api/books': bookListing,
  '/api/chapters': chapterListing,
  '/api/pages': pageListing,
  '/api/pages?filter[slug]=shared': pageListing,
  '/api/pages?filter[name:like]=%25a%25&filter[priority:lt]=3': pageListing,
  '/api/pages/1/revisions': revisionListing,
  '/api/attachments': attachmentListing,
  '/api/comments': commentListing,
  '/api/image-gallery': imageListing,
  '/api/imports': importListing,
  '/api/recycle-bin': deletionListing,
  '/api/audit-log': auditLogListing,
  '/api/roles': roleListing,
  '/api/sort-rules': sortRuleListing,
  '/api/users': userListing,
  '/api/users/1/tokens': tokenListing,
  '/api/tags/names': tagNameListing,
  '/api/tags/values-for-name?name=Colour': tagValueListing,
};

/** Rows with equal values and with none, so that every list has both kinds of neighbours. */
const SOMEBODY = `CASE number % 3 WHEN 0 THEN NULL ELSE 1 END`;
const PEOPLE = `${SOMEBODY}, ${SOMEBODY}`;
const named = `CASE number % 2 WHEN 0 THEN 'Äpfel' ELSE 'banana ' || number END`;
const FILL = [
  `INSERT INTO roles (display_name, description) SELECT ${named}, CASE WHEN number > 3 THEN 'Some' END FROM series`,
  `INSERT INTO sort_rules (name, operations) SELECT ${named}, '{name_asc}' FROM series`,
  `INSERT INTO users (name, slug, email) SELECT ${named}, 'person-' || number, 'person-' || number || '@example.com' FROM series`,
  `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at)
     SELECT 1, ${named}, 'token ' || number, sha256('x'), '2999-01-01' FROM series`,
  `INSERT INTO books (name, slug, description_html, created_by, updated_by) SELECT ${named}, 'book-' || number, '', ${PEOPLE} FROM series`,
  `INSERT INTO shelves (name, slug, description_html, created_by, updated_by) SELECT ${named}, 'shelf-' || number, '', ${PEOPLE} FROM series`,
  `INSERT INTO chapters (book_id, name, slug, description_html, priority, created_by, updated_by)
     SELECT book.id, ${named}, 'chapter', '', number % 3, ${PEOPLE} FROM series JOIN books book ON book.slug = 'book-' || number`,
  `INSERT INTO pages (book_id, chapter_id, name, slug, priority, created_by, updated_by)
     SELECT chapter.book_id, CASE WHEN number > 4 THEN chapter.id END, ${named}, 'shared', number % 4, ${PEOPLE}
     FROM series JOIN books book ON book.slug = 'book-' || number JOIN chapters chapter ON chapter.book_id = book.id`,
  `INSERT INTO page_contents (page_id, html) SELECT id, '<p>Text</p>' FROM pages`,
  `INSERT INTO page_revisions (page_id, revision_number, name, slug, book_slug, html, created_by)
     SELECT 1, number + 10, ${named}, 'shared', 'book', '', ${SOMEBODY} FROM series`,
  `INSERT INTO comments (page_id, local_id, parent_id, html, created_by, updated_by)
     SELECT 1, number, CASE WHEN number > 4 THEN 1 END, '<p>Text</p>', ${PEOPLE} FROM series`,
  `INSERT INTO attachments (page_id, name, external, path, "order", created_by, updated_by)
     SELECT 1, ${named}, TRUE, 'https://example.com', number % 2, ${PEOPLE} FROM series`,
  `INSERT INTO images (name, path, type, uploaded_to, created_by, updated_by)
     SELECT ${named}, '/uploads/' || number || '.png', 'gallery', 1, ${PEOPLE} FROM series`,
  `INSERT INTO imports (name, path, size, type, details, created_by)
     SELECT ${named}, 'import-' || number, number % 3, 'book', '{}', ${SOMEBODY} FROM series`,
  `INSERT INTO tags (page_id, name, value) SELECT 1, 'Colour', ${named} FROM series`,
  `INSERT INTO tags (page_id, name, value) SELECT 1, ${named}, 'x' FROM series`,
  `INSERT INTO activities (type, user_id, loggable_type, loggable_id, request_id)
     SELECT 'page_update', ${SOMEBODY}, CASE WHEN number > 2 THEN 'page' END, CASE WHEN number > 2 THEN 1 END,
       CASE WHEN number > 5 THEN 'request' END FROM series`,
  `WITH binned AS (INSERT INTO books (name, slug, description_html, deleted_at)
       SELECT ${named}, 'binned-' || number, '', now() FROM series RETURNING id)
     INSERT INTO deletions (deletable_type, deletable_id, deleted_by)
     SELECT 'book', id, CASE WHEN id % 2 = 0 THEN 1 END FROM binned`,
];

let app: ContentApp;
let admin: TestApi;
beforeAll(async () => {
  app = await startContent();
  const { token } = await app.given.admin();
  admin = app.api.as({ token });
  await app.database.query('ALTER SEQUENCE pages_id_seq RESTART WITH 1');
  for (const sql of FILL)
    await app.database.query(sql.replaceAll(/FROM series/g, 'FROM generate_series(1, 7) AS series (number)'));
});
afterAll(() => app.close());

/** The addresses in the header `Link`, by relation, relative to the service. */
function linksOf({ headers }: { headers: Headers }): Partial<Record<string, string>> {
  const links = (headers.get('link') ?? '').matchAll(/<https:\/\/docs\.example([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url = '', rel = '']): [string, string] => [rel, url]));
}

async function walk(start: string, rel: 'next' | 'prev'): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let url: string | undefined = start; url !== undefined && pages.length < 50;) {
    const answer = await admin.get(url);
    expect(answer.status).toBe(200);
    const records = member(answer.body, 'data');
    pages.push(Array.isArray(records) ? records : []);
    url = linksOf(answer)[rel];
  }
  return pages;
}

const withParameters = (path: string, parameters: string) => `${path}${path.includes('?') ? '&' : '?'}${parameters}`;

describe.each(Object.entries(LISTS))('the links of %s', (path, { fields }) => {
  const sorts = [...fields].flatMap(([name, { sortable }]) => (sortable ? [name, `-${name}`] : []));

  it.each(['', ...sorts])('lead through all records in the order of sort=%s, in both directions', async (sort) => {
    const order = sort === '' ? '' : `sort=${sort}&`;
    const whole = await admin.get(withParameters(path, `${order}count=500`));
    const all = member(whole.body, 'data');
    expect(whole.headers.get('x-total-count')).toBe(String(member(whole.body, 'total')));
    const first = withParameters(path, `${order}count=3`);
    expect((await walk(first, 'next')).flat()).toEqual(all);
    const last = linksOf(await admin.get(first))['last'] ?? '';
    expect((await walk(last, 'prev')).reverse().flat()).toEqual(all);
  });
});

it.each([
  ['/api/pages', 'chapter_id'],
  ['/api/comments', 'parent_id'],
  ['/api/audit-log', 'loggable_id'],
  ['/api/audit-log', 'loggable_type'],
])('%s lists records without %s first, and last in descending order', async (path, field) => {
  const isMissing = async (sort: string) => {
    const { body } = await admin.get(withParameters(path, `count=500&sort=${sort}`));
    return each(body, field).map((value) => value === null);
  };
  const missing = await isMissing(field);
  expect(new Set(missing)).toEqual(new Set([true, false]));
  expect(missing).toEqual([...missing].sort((a, b) => Number(b) - Number(a)));
  expect(await isMissing(`-${field}`)).toEqual(missing.toReversed());
});

describe('cursor', () => {
  it('neither repeats nor skips records when others are inserted or deleted before it', async () => {
    const start = await admin.get('/api/books?sort=name&count=3');
    const next = linksOf(start)['next'] ?? '';
    const rest = each((await admin.get(next)).body, 'id');
    await admin.post('/api/books', { name: 'aaa' });
    const [, gone] = each(start.body, 'id');
    await admin.delete(`/api/books/${String(gone)}`);
    expect(each((await admin.get(next)).body, 'id')).toEqual(rest);
  });

  it('keeps its place when the record at it is deleted for good', async () => {
    const start = await admin.get('/api/comments?count=2');
    const [, gone] = each(start.body, 'id');
    const next = linksOf(start)['next'] ?? '';
    const rest = each((await admin.get(next)).body, 'id');
    await admin.delete(`/api/comments/${String(gone)}`);
    expect(each((await admin.get(next)).body, 'id')).toEqual(rest);
  });

  it('takes precedence over offset, and works with every filter', async () => {
    const next = linksOf(await admin.get('/api/pages?count=2&filter[priority:lt]=3&fields=id'))['next'] ?? '';
    expect(next).toContain('filter%5Bpriority%3Alt%5D=3');
    expect(next).toContain('fields=id');
    expect((await admin.get(`${next}&offset=100`)).body).toEqual((await admin.get(next)).body);
  });

  it.each(['x', 'x.y', '.', 'e30.AAAAAAAAAAAAAAAAAAAAAA'])('%j is rejected with 422', async (cursor) => {
    const { status, body } = await admin.get(`/api/pages?cursor=${cursor}`);
    const message = 'The cursor does not belong to this list in this order. Start again without it.';
    expect({ status, body }).toEqual({ status: 422, body: refused({ cursor: [message] }) });
  });

  it('begins at the start of the list when it is empty', async () => {
    const start = await admin.get('/api/pages?count=2');
    const { body } = await admin.get('/api/pages?count=2&cursor=');
    expect(body).toEqual(start.body);
  });

  it('is rejected after a change of one character, in another list and in another order', async () => {
    const next = linksOf(await admin.get('/api/pages?count=2'))['next'] ?? '';
    const cursor = new URL(next, 'http://x').searchParams.get('cursor') ?? '';
    for (const url of [
      `/api/pages?cursor=${cursor.startsWith('W') ? 'X' : 'W'}${cursor.slice(1)}`,
      `/api/books?cursor=${cursor}`,
      `/api/pages?sort=-id&cursor=${cursor}`,
    ])
      expect({ url, status: (await admin.get(url)).status }).toEqual({ url, status: 422 });
    expect((await admin.get(`/api/pages?cursor=${cursor}`)).status).toBe(200);
  });

  it('begins an index scan at its place, so that deep pages cost no more than the first', async () => {
    await app.database.query(`INSERT INTO pages (book_id, name, slug, slug_rank, priority)
      SELECT 1, 'many ' || number, 'many', number, 1 FROM generate_series(1, 5000) number`);
    await app.database.query('ANALYZE pages');
    const spy = jest.spyOn(app.database, 'query');
    const { headers } = await admin.get('/api/pages?sort=name&count=20&offset=4900');
    await admin.get(linksOf({ headers })['next'] ?? '');
    const [sql, values] = spy.mock.calls.find(([text]) => text.includes('"$key1"') && text.includes(') > (')) ?? [];
    spy.mockRestore();
    const plan = await app.database.query<Record<string, string>>(`EXPLAIN ${sql}`, values);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(ROW\(\(fold\(.* > ROW\(/);
  });
});

describe('fields', () => {
  it('reduces the records of a list to these members', async () => {
    const { body } = await admin.get('/api/books?count=1&fields=id,%20name,');
    expect(member(body, 'data')).toEqual([{ id: expect.any(Number), name: expect.any(String) }]);
    expect(member((await admin.get('/api/books?count=1&fields=')).body, 'data')).toEqual([{}]);
  });

  it('does not change an error', async () => {
    expect((await admin.get('/api/books/999999?fields=id')).body).toEqual(problem(404, 'Book not found'));
  });
});
