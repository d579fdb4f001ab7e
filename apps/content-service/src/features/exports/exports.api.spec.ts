import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { problem } from '../../testing/answers';
import type { Page } from '../../content/items/page.entity';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

let app: ContentApp;
let reader: TestApi;
let admin: TestApi;
beforeAll(async () => {
  app = await startContent();
  reader = app.api.as(await app.given.user({ permissions: READING }));
  admin = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const hide = (type: string, id: number) =>
  admin.put(`/api/content-permissions/${type}/${id}`, {
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });
const exported = async (what: string, format: string, api = reader) =>
  (await api.get(`/api/${what}/export/${format}`)).text;

/** A book with a chapter of two pages and a page of its own. */
async function handbook() {
  const book = await app.given.book({
    name: 'Handbook',
    slug: `handbook-${Date.now()}`,
    description: 'About us',
    descriptionHtml: '<p>About <b>us</b></p>',
  });
  const chapter = await app.given.chapter({
    bookId: book.id,
    name: 'Start',
    description: 'First steps',
    descriptionHtml: '<p>First steps</p>',
    priority: 1,
  });
  const inside = { bookId: book.id, chapterId: chapter.id };
  const first = await app.given.page({
    ...inside,
    name: 'One',
    html: '<h2 id="bkmrk-a">A</h2><p>alpha</p>',
    priority: 1,
  });
  const second = await app.given.page({
    ...inside,
    name: 'Two',
    html: '<p id="bkmrk-b">beta</p>',
    markdown: '* beta',
    priority: 2,
  });
  const loose = await app.given.page({
    bookId: book.id,
    name: 'Loose',
    html: `<p>See {{@${second.id}#bkmrk-b}}</p>`,
    priority: 2,
  });
  return { book, chapter, first, second, loose };
}

describe('an export', () => {
  it('is a file named after the slug', async () => {
    const page = await app.given.page({ slug: 'grüße' });
    const { status, headers, text } = await reader.get(`/api/pages/${page.id}/export/plaintext`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt");
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache, no-store, private');
  });

  it.each(['html', 'plaintext', 'markdown'])('as %s returns 403 without the export permission', async (format) => {
    const page = await app.given.page();
    const answer = await app.api.as(await app.given.viewer()).get(`/api/pages/${page.id}/export/${format}`);
    expect(answer).toMatchObject({
      status: 403,
      body: problem(403, 'You do not have permission to perform the requested action.'),
    });
  });

  it.each(['pages', 'chapters', 'books'])(
    'of %s returns 404 when the items are hidden, deleted or do not exist',
    async (what) => {
      const { book, chapter, first } = await handbook();
      const id = { pages: first.id, chapters: chapter.id, books: book.id }[what] ?? 0;
      await hide({ pages: 'page', chapters: 'chapter', books: 'book' }[what] ?? '', id);
      expect((await reader.get(`/api/${what}/${id}/export/html`)).status).toBe(404);
      await admin.delete(`/api/${what}/${id}`);
      expect((await admin.get(`/api/${what}/${id}/export/html`)).status).toBe(404);
      expect((await reader.get(`/api/${what}/nothing/export/html`)).status).toBe(404);
    },
  );

  it.each(['docx', 'HTML', 'constructor'])('in the unknown format %s returns 404', async (format) => {
    const page = await app.given.page();
    expect((await reader.get(`/api/pages/${page.id}/export/${format}`)).status).toBe(404);
  });
});

describe('a plain text export', () => {
  it('of a page has its name, an empty line and its text with includes', async () => {
    const { loose } = await handbook();
    expect(await exported(`pages/${loose.id}`, 'plaintext')).toBe('Loose\n\nSee beta');
  });

  it('of a chapter has its name, its description and its pages', async () => {
    const { chapter } = await handbook();
    expect(await exported(`chapters/${chapter.id}`, 'plaintext')).toBe(
      'Start\nFirst steps\n\nOne\nA\nalpha\n\nTwo\nbeta',
    );
  });

  it('of a book has chapters and pages in reading order', async () => {
    const { book } = await handbook();
    expect(await exported(`books/${book.id}`, 'plaintext')).toBe(
      'Handbook\nAbout us\n\nStart\nFirst steps\n\nOne\nA\nalpha\n\nTwo\nbeta\n\nLoose\nSee beta',
    );
  });
});

describe('a Markdown export', () => {
  it('of a Markdown page has the Markdown source unchanged', async () => {
    const { second } = await handbook();
    expect(await exported(`pages/${second.id}`, 'markdown')).toBe('# Two\n\n* beta');
  });

  it('of an HTML page converts the stored HTML and does not resolve includes', async () => {
    const { loose, second } = await handbook();
    expect(await exported(`pages/${loose.id}`, 'markdown')).toBe(`# Loose\n\nSee {{@${second.id}#bkmrk-b}}`);
  });

  it('of a book resolves the includes of its own pages', async () => {
    const { book } = await handbook();
    expect(await exported(`books/${book.id}`, 'markdown')).toBe(
      '# Handbook\n\nAbout **us**\n\n# Start\n\nFirst steps\n\n# One\n\n## A\n\nalpha\n\n# Two\n\n* beta\n\n# Loose\n\nSee beta',
    );
  });

  it('of an empty chapter has only a heading', async () => {
    const { id } = await app.given.chapter({ name: 'Empty' });
    expect(await exported(`chapters/${id}`, 'markdown')).toBe('# Empty');
  });
});

describe('an HTML export', () => {
  it('of a page has its title, its body, its author and its times', async () => {
    const html = await exported(`pages/${(await handbook()).first.id}`, 'html');
    expect(html).toContain('<title>One</title>');
    expect(html).toContain('<h1 id="bkmrk-page-title">One</h1>\n<h2 id="bkmrk-a">A</h2><p>alpha</p>');
    expect(html).toMatch(/Created \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC by Admin<br>Updated /);
    expect(html).not.toContain('Revision #');
  });

  it('has the revision number for callers with revision-view-all', async () => {
    const { first } = await handbook();
    const api = app.api.as(await app.given.user({ permissions: [...READING, 'revision-view-all'] }));
    expect(await exported(`pages/${first.id}`, 'html', api)).toContain('Revision #1<br>');
  });

  it('of a book links its table of contents to chapters and pages', async () => {
    const { book, chapter, first, loose } = await handbook();
    const html = await exported(`books/${book.id}`, 'html');
    for (const target of [`chapter-${chapter.id}`, `page-${first.id}`, `page-${loose.id}`]) {
      expect(html).toContain(`href="#${target}"`);
      expect(html).toContain(`id="${target}"`);
    }
    expect(html).toContain('<p>About <b>us</b></p>');
    expect(html.indexOf('alpha')).toBeLessThan(html.indexOf('See beta'));
  });

  it('escapes names', async () => {
    const { id } = await app.given.page({ name: '<script>alert(1)</script> & "co"' });
    const html = await exported(`pages/${id}`, 'html');
    expect(html).toContain('<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;</title>');
    expect(html).not.toContain('<script');
  });

  it('removes scripts and forbids external requests', async () => {
    const { id } = await app.given.page({
      html: '<p onclick="a()"><script>alert(1)</script><a href="javascript:b()">x</a></p>',
    });
    const html = await exported(`pages/${id}`, 'html');
    expect(html).toContain(`content="default-src 'none'; img-src data:;`);
    expect(html).not.toMatch(/<script|onclick|javascript:/);
  });

  it('makes relative links absolute and keeps other links', async () => {
    const html =
      '<p><a href="/rel">a</a><a href="#b">b</a><a href="mailto:c@example.com">c</a><a href="https://d.example/">d</a></p>';
    const { id } = await app.given.page({ html });
    const text = await exported(`pages/${id}`, 'html');
    expect(text).toContain('<a href="https://docs.example/rel">a</a>');
    for (const href of ['#b', 'mailto:c@example.com', 'https://d.example/']) expect(text).toContain(`href="${href}"`);
  });
});

describe('an HTML export with an image', () => {
  beforeAll(async () => {
    const folder = path.join(app.storage, 'uploads/images/gallery/2026-11');
    await mkdir(folder, { recursive: true });
    await mkdir(path.join(app.storage, 'uploads/files'), { recursive: true });
    await writeFile(path.join(folder, 'pixel.png'), PIXEL);
    await writeFile(path.join(app.storage, 'uploads/files/secret.png'), 'secret');
  });
  const withImage = async (src: string): Promise<Page> => app.given.page({ html: `<p><img src="${src}" alt="i"></p>` });

  it.each([
    'https://docs.example/uploads/images/gallery/2026-11/pixel.png',
    '/uploads/images/gallery/2026-11/pixel.png?x=1',
    '/uploads/images/gallery/2026-11/scaled-1680-/pixel.png',
  ])('embeds %s in the file', async (src) => {
    const html = await exported(`pages/${(await withImage(src)).id}`, 'html');
    expect(html).toContain(`<img src="data:image/png;base64,${PIXEL.toString('base64')}" alt="i">`);
  });

  it('has no other address of the image, even if the filters of texts leave them', async () => {
    const src = '/uploads/images/gallery/2026-11/pixel.png';
    const { id } = await app.given.page({
      html: `<picture><source srcset="${src} 2x"><img src="${src}" srcset="${src} 2x" alt="i"></picture>`,
    });
    await admin.put('/api/settings', { content_filtering: '' });
    const html = await exported(`pages/${id}`, 'html');
    await admin.put('/api/settings', { content_filtering: null });
    expect(html).toContain('base64');
    expect(html).not.toContain('srcset');
  });

  it.each([
    '/uploads/images/../files/secret.png',
    '/uploads/images/%2e%2e/files/secret.png',
    '/uploads/images/..%2ffiles%2fsecret.png',
    '/uploads/images/gallery/missing.png',
    '/uploads/images/%zz.png',
    'https://elsewhere.example/uploads/images/gallery/2026-11/pixel.png',
  ])('does not embed %s', async (src) => {
    const html = await exported(`pages/${(await withImage(src)).id}`, 'html');
    expect(html).not.toContain('base64');
    expect(html).not.toContain(Buffer.from('secret').toString('base64'));
  });
});

describe('an export with hidden content', () => {
  it('omits hidden pages in every format', async () => {
    const { book, chapter, first, second } = await handbook();
    await hide('page', first.id);
    for (const format of ['html', 'plaintext', 'markdown']) {
      for (const what of [`books/${book.id}`, `chapters/${chapter.id}`]) {
        const text = await exported(what, format);
        expect(text).not.toContain('alpha');
        expect(text).toContain('beta');
      }
    }
    await hide('page', second.id);
    expect(await exported(`books/${book.id}`, 'plaintext')).toMatch(/Start\nFirst steps\n\n\n\nLoose\nSee$/);
  });

  it('omits a hidden chapter and puts its visible pages directly into the book', async () => {
    const { book, chapter, second } = await handbook();
    await hide('chapter', chapter.id);
    await admin.put(`/api/content-permissions/page/${second.id}`, {
      fallback_permissions: { inheriting: false, view: true, create: false, update: false, delete: false },
    });
    expect(await exported(`books/${book.id}`, 'plaintext')).toBe('Handbook\nAbout us\n\nTwo\nbeta\n\nLoose\nSee beta');
  });
});
