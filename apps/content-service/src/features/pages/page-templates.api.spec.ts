import type { TestApi } from '@almanac/testing';
import { each, idOf, member, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const CONTENT_REQUIRED = refused({
  html: ['The html field is required when markdown is not present.'],
  markdown: ['The markdown field is required when html is not present.'],
});

let app: ContentApp;
let admin: TestApi;
let editor: TestApi;
beforeAll(async () => {
  app = await startContent();
  admin = app.api.as(await app.given.admin());
  editor = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

const made = async (path: string, body: object) => idOf((await admin.post(`/api/${path}`, body)).body);
const template = (bookId: number, text: object) =>
  made('pages', { book_id: bookId, name: 'T', template: true, ...text });

describe('template', () => {
  it('is set by callers with templates-manage, on creation and later', async () => {
    const bookId = await made('books', { name: 'Forms' });
    const id = await template(bookId, { html: '<p>Form</p>' });
    expect(each((await editor.get(`/api/pages?filter[template]=true&filter[id]=${id}`)).body, 'id')).toEqual([id]);
    expect((await admin.put(`/api/pages/${id}`, { template: 0 })).body).toMatchObject({ template: false });
    expect((await editor.get(`/api/pages/${id}`)).body).toMatchObject({ template: false });
  });

  it('answers 403 to a change by other callers, and accepts their current value', async () => {
    const bookId = await made('books', { name: 'Forms' });
    const id = await template(bookId, { html: '<p>Form</p>' });
    expect((await editor.put(`/api/pages/${id}`, { template: false })).status).toBe(403);
    expect((await editor.put(`/api/pages/${id}`, { template: true, name: 'Renamed' })).status).toBe(200);
    const page = { book_id: bookId, name: 'New', html: '<p>New</p>' };
    expect((await editor.post('/api/pages', { ...page, template: true })).status).toBe(403);
    expect((await editor.post('/api/pages', { ...page, template: false })).status).toBe(200);
  });
});

describe('a page without content', () => {
  it('starts from the template of its chapter, else from that of its book', async () => {
    const bookId = await made('books', { name: 'Reports' });
    const ofBook = await template(bookId, { html: '<p id="bkmrk-book">Of the book</p>' });
    const ofChapter = await template(bookId, { markdown: '# Of the chapter' });
    await admin.put(`/api/books/${bookId}`, { default_template_id: ofBook });
    const plain = await made('chapters', { book_id: bookId, name: 'Plain' });
    const own = await made('chapters', { book_id: bookId, name: 'Own', default_template_id: ofChapter });
    const create = async (place: object) => (await editor.post('/api/pages', { name: 'New', ...place })).body;
    expect(await create({ book_id: bookId })).toMatchObject({
      raw_html: '<p id="bkmrk-book">Of the book</p>',
      markdown: '',
    });
    expect(await create({ chapter_id: String(plain) })).toMatchObject({
      raw_html: '<p id="bkmrk-book">Of the book</p>',
    });
    const fromMarkdown = await create({ chapter_id: own, html: '' });
    expect(fromMarkdown).toMatchObject({ markdown: '# Of the chapter', template: false, revision_count: 1 });
    expect(member(fromMarkdown, 'html')).toContain('Of the chapter</h1>');
    expect(await create({ book_id: bookId, html: '<p id="bkmrk-mine">Mine</p>' })).toMatchObject({
      raw_html: '<p id="bkmrk-mine">Mine</p>',
    });
  });

  it('answers 422 where there is no template that the caller sees', async () => {
    const bookId = await made('books', { name: 'Reports' });
    const create = () => editor.post('/api/pages', { name: 'New', book_id: bookId });
    expect(await create()).toMatchObject({ status: 422, body: CONTENT_REQUIRED });
    const id = await template(bookId, { html: '<p>Form</p>' });
    await admin.put(`/api/books/${bookId}`, { default_template_id: id });
    const none = { inheriting: false, view: false, create: false, update: false, delete: false };
    await admin.put(`/api/content-permissions/page/${id}`, { fallback_permissions: none });
    expect(await create()).toMatchObject({ status: 422, body: CONTENT_REQUIRED });
    await admin.put(`/api/content-permissions/page/${id}`, { fallback_permissions: { inheriting: true } });
    expect((await create()).status).toBe(200);
    await admin.put(`/api/pages/${id}`, { template: false });
    expect((await create()).status).toBe(422);
  });

  it.each([{ book_id: 999_999 }, { chapter_id: 999_999 }, { book_id: 'x' }, { book_id: [1] }, {}])(
    'answers 422 in the place %j',
    async (place) => {
      expect((await editor.post('/api/pages', { name: 'New', ...place })).status).toBe(422);
    },
  );

  it('answers 422 in a hidden chapter with a template, as in a missing one', async () => {
    const bookId = await made('books', { name: 'Reports' });
    const id = await template(bookId, { html: '<p>Form</p>' });
    const chapterId = await made('chapters', { book_id: bookId, name: 'Hidden', default_template_id: id });
    const none = { inheriting: false, view: false, create: false, update: false, delete: false };
    await admin.put(`/api/content-permissions/chapter/${chapterId}`, { fallback_permissions: none });
    expect((await editor.post('/api/pages', { name: 'New', chapter_id: chapterId })).status).toBe(422);
  });
});
