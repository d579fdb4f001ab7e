import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { insertColumns, selectColumns, sql } from '@almanac/database';
import JSZip from 'jszip';
import { Image } from '../../../content/images/image.entity';
import { Attachment } from '../../../content/items/attachment.entity';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { member, textAt } from '../../../testing/answers';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const BASE = 'https://docs.example';

let app: ContentApp;
let token: string;
beforeAll(async () => {
  app = await startContent();
  ({ token } = await app.given.user({ permissions: READING }));
});
afterAll(() => app.close());

const download = (what: string, headers: Record<string, string> = {}) =>
  fetch(new URL(`/api/${what}/export/zip`, app.api.baseUrl), {
    headers: { authorization: `Token ${token}`, ...headers },
  });

async function unzipped(what: string): Promise<{ data: unknown; zip: JSZip; files: string[] }> {
  const answer = await download(what);
  expect(answer.status).toBe(200);
  const zip = await JSZip.loadAsync(await answer.arrayBuffer());
  const data: unknown = JSON.parse((await zip.file('data.json')?.async('string')) ?? 'null');
  return {
    data,
    zip,
    files: Object.values(zip.files).flatMap(({ name, dir }) => (dir || name === 'data.json' ? [] : [name])),
  };
}

async function stored(key: string, bytes: string): Promise<void> {
  await mkdir(path.dirname(path.join(app.storage, key)), { recursive: true });
  await writeFile(path.join(app.storage, key), bytes);
}

async function image(pageId: number, name: string, type = 'gallery'): Promise<number> {
  await stored(`uploads/images/${type}/2026-11/${name}`, `bytes of ${name}`);
  const values = insertColumns(Image, { name: '$1', path: '$2', type: '$3', uploadedTo: '$4' });
  const inserting = sql`INSERT INTO images ${values} RETURNING ${selectColumns(Image, 'images', 'id')}`;
  const [row] = await app.database.query(inserting, [name, `/uploads/images/${type}/2026-11/${name}`, type, pageId]);
  return row?.id ?? 0;
}

async function attachment(pageId: number, name: string, order: number, link?: string): Promise<number> {
  const key = `uploads/files/2026-11/${name}`;
  if (link === undefined) await stored(key, `bytes of ${name}`);
  const inserting = sql`INSERT INTO attachments (page_id, name, extension, external, path, "order") VALUES ($1, $2, $3, $4, $5, $6)
    RETURNING ${selectColumns(Attachment, 'attachments', 'id')}`;
  const values = [pageId, name, link === undefined ? 'txt' : '', link !== undefined, link ?? key, order];
  return (await app.database.query(inserting, values))[0]?.id ?? 0;
}

it('an archive of a page has its text, its ordered attachments and only the images shown', async () => {
  const page = await app.given.page({ name: 'With files', priority: 7, markdown: '' });
  const shown = await image(page.id, 'shown.png');
  await image(page.id, 'not-shown.png');
  const second = await attachment(page.id, 'second', 2, 'https://example.com/x');
  const first = await attachment(page.id, 'first.txt', 1);
  const html = `<p id="bkmrk-x"><a href="${BASE}/uploads/images/gallery/2026-11/shown.png"><img src="${BASE}/uploads/images/gallery/2026-11/scaled-1680-/shown.png" alt="s"></a><a href="${BASE}/attachments/${first}">a</a></p>`;
  await app.database.query('UPDATE page_contents SET html = $2 WHERE page_id = $1', [page.id, html]);
  await app.database.query(`INSERT INTO tags (page_id, name, value) VALUES ($1, 'b', '1'), ($1, 'a', '')`, [page.id]);

  const { data, zip, files } = await unzipped(`pages/${page.id}`);
  const imageFile = textAt(data, 'page.images.0.file');
  const textFile = textAt(data, 'page.attachments.0.file');
  expect(data).toEqual({
    page: {
      id: page.id,
      name: 'With files',
      html: `<p id="bkmrk-x"><a href="[[bsexport:image:${shown}]]"><img src="[[bsexport:image:${shown}]]" alt="s"></a><a href="[[bsexport:attachment:${first}]]">a</a></p>`,
      priority: 7,
      attachments: [
        { id: first, name: 'first.txt', file: expect.stringMatching(/^[a-z0-9]{20}\.txt$/) },
        { id: second, name: 'second', link: 'https://example.com/x' },
      ],
      images: [{ id: shown, name: 'shown.png', file: expect.stringMatching(/^[a-z0-9]{20}\.png$/), type: 'gallery' }],
      tags: [
        { name: 'b', value: '1' },
        { name: 'a', value: '' },
      ],
    },
    exported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    instance: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), version: expect.stringMatching(/^v\d/) },
  });
  expect(files.sort()).toEqual([`files/${imageFile}`, `files/${textFile}`].sort());
  expect(await zip.file(`files/${imageFile}`)?.async('string')).toBe('bytes of shown.png');
  expect(await zip.file(`files/${textFile}`)?.async('string')).toBe('bytes of first.txt');
});

it('an archive without files has an empty files folder and supports range requests', async () => {
  const page = await app.given.page();
  const { zip } = await unzipped(`pages/${page.id}`);
  expect(zip.files['files/']?.dir).toBe(true);
  const part = await download(`pages/${page.id}`, { range: 'bytes=0-3' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toBe('PK\u0003\u0004');
});

it('an archive contains a long text completely', async () => {
  const html = `<p id="bkmrk-x">${'a🎉é'.repeat(100_000)}</p>`;
  const page = await app.given.page({ html });
  expect(member((await unzipped(`pages/${page.id}`)).data, 'page.html')).toBe(html);
});

it('an export above the archive size limit returns 422', async () => {
  const page = await app.given.page();
  await attachment(page.id, 'huge.txt', 1);
  await truncate(path.join(app.storage, 'uploads/files/2026-11/huge.txt'), 3_500_000_001);
  const answer = await download(`pages/${page.id}`);
  const message = 'The archive would have more than 3.5 GB or 60,000 files. Export the chapters or pages one by one.';
  expect([answer.status, member(await answer.json(), 'error.message')]).toEqual([422, message]);
});

it('an archive omits an attachment when its file is missing', async () => {
  const page = await app.given.page();
  await attachment(page.id, 'kept.txt', 1);
  await attachment(page.id, 'lost.txt', 2);
  await rm(path.join(app.storage, 'uploads/files/2026-11/lost.txt'));
  expect(member((await unzipped(`pages/${page.id}`)).data, 'page.attachments')).toMatchObject([{ name: 'kept.txt' }]);
});

it('an archive of a book converts links to its own items and keeps other links', async () => {
  const book = await app.given.book({
    name: 'Archive',
    slug: 'archive',
    descriptionHtml: `<p><a href="${BASE}/books/archive/page/loose">l</a></p>`,
  });
  const chapter = await app.given.chapter({ bookId: book.id, slug: 'part', priority: 2 });
  const elsewhere = await app.given.page({ slug: 'elsewhere' });
  const links = [
    `${BASE}/books/archive`,
    `${BASE}/books/Archive/chapter/part`,
    `${BASE}/books/archive/page/loose#here`,
    `${BASE}/books/other/page/elsewhere`,
    `${BASE}/books/archive/page/missing`,
    `${BASE}/link/${elsewhere.id}`,
    `https://example.com/books/archive`,
  ];
  const inner = await app.given.page({
    bookId: book.id,
    chapterId: chapter.id,
    slug: 'inner',
    html: links.map((to) => `<a href="${to}">x</a>`).join(''),
    priority: 1,
  });
  const markdown = `[me](${BASE}/link/${inner.id})`;
  const loose = await app.given.page({ bookId: book.id, slug: 'loose', markdown, html: '<p>m</p>', priority: 1 });

  const { data } = await unzipped(`books/${book.id}`);
  expect(member(data, 'book.description_html')).toBe(`<p><a href="[[bsexport:page:${loose.id}]]">l</a></p>`);
  expect(member(data, 'book.pages.0.markdown')).toBe(`[me]([[bsexport:page:${inner.id}]])`);
  const expected = [
    `[[bsexport:book:${book.id}]]`,
    `[[bsexport:chapter:${chapter.id}]]`,
    `[[bsexport:page:${loose.id}]]#here`,
    ...links.slice(3),
  ];
  expect(member(data, 'book.chapters.0.pages.0.html')).toBe(expected.map((to) => `<a href="${to}">x</a>`).join(''));
});

it('an archive stores images with their upload page or the page using them, without hidden images', async () => {
  const book = await app.given.book();
  const home = await app.given.page({ bookId: book.id, priority: 1 });
  const other = await app.given.page();
  const hidden = await app.given.page();
  const ids = [
    await image(home.id, 'home.png'),
    await image(other.id, 'other.png'),
    await image(hidden.id, 'hidden.png'),
  ];
  const html = ['home', 'other', 'hidden']
    .map((name) => `<img src="${BASE}/uploads/images/gallery/2026-11/${name}.png">`)
    .join('');
  const user = await app.given.page({ bookId: book.id, html, priority: 2 });
  await app.api.as(await app.given.admin()).put(`/api/content-permissions/page/${hidden.id}`, {
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });
  const { data } = await unzipped(`books/${book.id}`);
  expect(member(data, 'book.pages.0')).toMatchObject({ id: home.id, images: [{ id: ids[0] }] });
  expect(member(data, 'book.pages.1')).toMatchObject({ id: user.id, images: [{ id: ids[1] }] });
  expect(member(data, 'book.pages.1.html')).toContain(`${BASE}/uploads/images/gallery/2026-11/hidden.png`);
});

it('an archive resolves a slug shared by two pages to its first owner', async () => {
  const book = await app.given.book();
  const twin = (slugRank: number, priority: number) =>
    app.given.page({ bookId: book.id, name: 'Twin', slug: 'twin', slugRank, priority });
  const [second, first] = [await twin(1, 9), await twin(0, 1)];
  const html = `<p><a href="${BASE}/books/${book.slug}/page/twin">x</a></p>`;
  await app.database.query('UPDATE page_contents SET html = $2 WHERE page_id = $1', [second.id, html]);
  const { data } = await unzipped(`books/${book.id}`);
  expect(textAt(data, 'book.pages.1.html')).toContain(`[[bsexport:page:${first.id}]]`);
});
