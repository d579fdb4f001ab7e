import { selectColumns, selectComputed, sql } from '@almanac/database';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TestApi } from '@almanac/testing';
import { Activity } from '../../content/activity/activity.entity';
import { Attachment } from '../../content/items/attachment.entity';
import { Image } from '../../content/images/image.entity';
import { member, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(() => app.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const binned = async (kind: string, id: number) => {
  expect((await api.delete(`/api/${kind}/${id}`)).status).toBe(204);
  return numberAt((await api.get('/api/recycle-bin?sort=-id&count=1')).body, 'data.0.id');
};
const destroy = async (kind: string, id: number) =>
  (await api.delete(`/api/recycle-bin/${await binned(kind, id)}`)).body;

/** The foreign keys of all tables by which rows still refer to the item. */
async function rowsOf(table: string, id: number): Promise<string[]> {
  const keys = await app.database.query(
    sql`SELECT ${selectComputed<{ owner: string; column: string }>({
      owner: 'key.conrelid::regclass::text',
      column: 'attribute.attname',
    })} FROM pg_constraint key
     JOIN pg_attribute attribute ON attribute.attrelid = key.conrelid AND attribute.attnum = key.conkey[1]
     WHERE key.contype = 'f' AND key.confrelid = $1::regclass`,
    [table],
  );
  const found: string[] = [];
  for (const { owner, column } of keys)
    if ((await app.database.query(`SELECT 1 FROM ${owner} WHERE "${column}" = $1`, [id])).length > 0)
      found.push(`${owner}.${column}`);
  return found.sort();
}

it('destroying a book removes its chapters and pages with all rows that refer to them', async () => {
  const { id: book_id } = await app.given.book();
  const chapter = numberAt((await api.post('/api/chapters', { book_id, name: 'C', tags: [{ name: 't' }] })).body, 'id');
  const page = numberAt(
    (await api.post('/api/pages', { chapter_id: chapter, name: 'P', html: '<p>x</p>', tags: [{ name: 't' }] })).body,
    'id',
  );
  await api.post('/api/pages', { book_id, name: 'Q', html: '<p>x</p>' });
  await api.put(`/api/pages/${page}`, { name: 'P again' });
  await api.post('/api/comments', { page_id: page, html: '<p>x</p>' });
  const overrides = {
    fallback_permissions: { inheriting: false, view: true, create: true, update: true, delete: true },
  };
  for (const [type, id] of [
    ['book', book_id],
    ['chapter', chapter],
    ['page', page],
  ] as const)
    expect((await api.put(`/api/content-permissions/${type}/${id}`, overrides)).status).toBe(200);
  expect((await rowsOf('pages', page)).length).toBeGreaterThan(5);

  expect(await destroy('books', book_id)).toEqual({ delete_count: 4 });
  for (const [table, id] of [
    ['books', book_id],
    ['chapters', chapter],
    ['pages', page],
  ] as const) {
    expect(await rowsOf(table, id)).toEqual([]);
    expect(await app.database.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).toEqual([]);
  }
});

it.each([
  ['pages', 1],
  ['chapters', 2],
  ['books', 4],
  ['shelves', 1],
])('destroying one of the %s returns the delete_count %i', async (kind, count) => {
  const chapter = await app.given.chapter();
  const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
  await app.given.page({ bookId: chapter.bookId });
  const shelf = await app.given.shelf();
  await api.put(`/api/shelves/${shelf.id}`, { books: [chapter.bookId] });
  const id = { pages: page.id, chapters: chapter.id, books: chapter.bookId, shelves: shelf.id }[kind] ?? 0;
  expect(await destroy(kind, id)).toEqual({ delete_count: count });
  if (kind === 'shelves') expect((await api.get(`/api/books/${chapter.bookId}`)).status).toBe(200);
});

it('destroying a chapter also destroys its deleted pages and their deletion records', async () => {
  const chapter = await app.given.chapter();
  const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
  const record = await binned('pages', page.id);
  expect(await destroy('chapters', chapter.id)).toEqual({ delete_count: 2 });
  expect((await api.put(`/api/recycle-bin/${record}`)).status).toBe(404);
});

it('a page can be destroyed while its book is in the bin', async () => {
  const page = await app.given.page();
  const record = await binned('pages', page.id);
  await binned('books', page.bookId);
  expect((await api.delete(`/api/recycle-bin/${record}`)).body).toEqual({ delete_count: 1 });
});

it('the audit log keeps the activities of destroyed items under their names', async () => {
  const made = (await api.post('/api/books', { name: 'Book To Delete' })).body;
  const id = numberAt(made, 'id');
  const page = await app.given.page({ bookId: id, name: 'Inside' });
  await api.put(`/api/pages/${page.id}`, { html: '<p>x</p>' });
  const last = await app.database.source.getRepository(Activity).maximum('id');
  await destroy('books', id);
  const statement = 'SELECT type, detail, loggable_type, loggable_id FROM activities WHERE id > $1 ORDER BY id';
  const none = { loggable_type: null, loggable_id: null };
  expect(await app.database.query(statement, [(last ?? 0) - 2])).toEqual([
    { type: 'book_create', detail: 'Book To Delete', ...none },
    { type: 'page_update', detail: 'Inside', ...none },
    { type: 'book_delete', detail: 'Book To Delete', ...none },
    {
      type: 'recycle_bin_destroy',
      detail: expect.stringMatching(/^Deletion \(\d+\) for book \(\d+\) Book To Delete$/),
      ...none,
    },
  ]);
});

it.each(['books', 'shelves'])('destroying %s removes the rows and files of their covers', async (kind) => {
  const form = new FormData();
  form.set('name', 'Covered');
  form.set('image', new Blob([new Uint8Array(PNG)]), 'cover.png');
  const { body } = await api.post(`/api/${kind}`, form);
  const { id, file } = {
    id: numberAt(body, 'cover.id'),
    file: path.join(app.storage, String(member(body, 'cover.path'))),
  };
  expect(existsSync(file)).toBe(true);
  await destroy(kind, numberAt(body, 'id'));
  expect(await app.database.query('SELECT 1 FROM images WHERE id = $1', [id])).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

it('destroying a page removes the rows and files of its attachments', async () => {
  const page = await app.given.page();
  const form = new FormData();
  form.set('name', 'Attached');
  form.set('uploaded_to', String(page.id));
  form.set('file', new Blob(['hello']), 'attached.txt');
  expect((await api.post('/api/attachments', form)).status).toBe(200);
  await api.post('/api/attachments', { name: 'Link', uploaded_to: page.id, link: 'https://example.com/a' });
  const files = await app.database.source.getRepository(Attachment).findBy({ pageId: page.id, external: false });
  const file = path.join(app.storage, files[0]?.path ?? 'none');
  expect(existsSync(file)).toBe(true);
  await destroy('pages', page.id);
  expect(await rowsOf('pages', page.id)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

it('destroying a page keeps its images and detaches them from the page', async () => {
  const { id: book_id } = await app.given.book();
  const html = `<img src="data:image/png;base64,${PNG.toString('base64')}">`;
  const page = numberAt((await api.post('/api/pages', { book_id, name: 'P', html })).body, 'id');
  const images = () =>
    app.database.query(
      sql`SELECT ${selectColumns(Image, 'image', 'id', 'uploadedTo', 'path')} FROM images image ORDER BY id DESC LIMIT 1`,
    );
  const [before] = await images();
  expect(before).toMatchObject({ uploadedTo: page });
  await destroy('pages', page);
  expect(await images()).toEqual([{ ...before, uploadedTo: null }]);
  expect(existsSync(path.join(app.storage, before?.path ?? ''))).toBe(true);
});

it('destroying a template removes it from the books that use it', async () => {
  const template = await app.given.page({ template: true });
  const book = await app.given.book({ defaultTemplateId: template.id });
  await destroy('pages', template.id);
  expect((await api.get(`/api/books/${book.id}`)).body).toMatchObject({ default_template_id: null });
});
