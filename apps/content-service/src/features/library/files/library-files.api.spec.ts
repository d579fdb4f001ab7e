import { type TestApi, valueIn, type VisitingBrowser } from '@almanac/testing';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { loggedIn } from '../../../testing/logged-in';
import { multipart, picture } from '../../../testing/uploads';

let app: ContentApp;
let api: TestApi;
let admin: Person;
let browser: VisitingBrowser;
let book: unknown;
let pageId: number;
let path: string;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example', FILE_UPLOAD_SIZE_LIMIT: '1' });
  admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
});
beforeEach(async () => {
  book = await made('/api/books', { name: 'Boats' });
  const page = await made('/api/pages', { book_id: idOf(book), name: 'Oars', html: '<p>x</p>' });
  pageId = idOf(page);
  path = `/books/${textAt(book, 'slug')}/page/${textAt(page, 'slug')}`;
});
afterAll(() => app.close());

const made = async (at: string, body: object | FormData) => {
  const { status, body: answer, text } = await api.post(at, body);
  if (status >= 300) throw new Error(text);
  return answer;
};
const rowsOf = async (at: string) => member((await api.get(at)).body, 'data') as Record<string, unknown>[];
const images = () => rowsOf(`/api/image-gallery?filter[uploaded_to]=${pageId}`);
const attachments = () => rowsOf(`/api/attachments?filter[uploaded_to]=${pageId}&sort=order`);
const image = async (name = 'Oar', width = 300) =>
  made(
    '/api/image-gallery',
    multipart(
      { type: 'gallery', uploaded_to: pageId, name },
      { image: { content: await picture(width, 200), name: 'a.png' } },
    ),
  );
const link = (name: string) =>
  made('/api/attachments', { uploaded_to: pageId, name, link: 'https://weather.example/' });

/** Sends a form with files as a browser does. */
async function sent(
  at: string,
  fields: Record<string, string>,
  files: Parameters<typeof multipart>[1] = {},
  who = browser,
) {
  const _csrf = valueIn((await who.get('/create-book')).text, '_csrf') ?? '';
  return who.send('POST', at, multipart({ _csrf, ...fields }, files));
}

async function reader(...permissions: string[]): Promise<VisitingBrowser> {
  const views = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
  // Forms of others carry a token; this right opens a form to take it from.
  return loggedIn(app, await app.given.user({ permissions: [...views, 'book-create-all', ...permissions] }));
}

const hide = () =>
  api.put(`/api/content-permissions/page/${pageId}`, {
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });

describe('the images of a page', () => {
  it('are uploaded with a name, and listed newest first, as pages of the editor read them', async () => {
    const file = { image: { content: await picture(300, 200), name: 'IMG_1.png' } };
    const { status, headers } = await sent(`${path}/images`, { name: 'An oar' }, file);
    expect([status, headers.get('location')]).toEqual([303, `${path}/images`]);
    await sent(`${path}/images`, { name: '' }, file);
    expect((await images()).map(({ name }) => name)).toEqual(['An oar', 'IMG_1.png']);
    const { text } = await browser.get(`${path}/images`);
    expect(text).toContain('The image “IMG_1.png” is added.');
    const [oar] = await images();
    expect(text).toContain(`data-image data-url="${String(oar?.['url'])}" data-name="An oar"`);
    expect(text.indexOf('data-name="IMG_1.png"')).toBeLessThan(text.indexOf('data-name="An oar"'));
    expect(text).toMatch(/<bdi>\d KB<\/bdi>/);
    expect(text).toContain('thumbs-150-150');
  });

  it.each<[string, Parameters<typeof multipart>[1], string]>([
    [
      'a file that is too large',
      { image: { content: Buffer.alloc(1_100_000), name: 'a.png' } },
      'The Image may not be greater than',
    ],
    ['another kind of file', { image: { content: 'text', name: 'a.txt' } }, 'The Image must have a valid'],
    [
      'a file that only looks like an image',
      { image: { content: 'text', name: 'a.png' } },
      'The Image must be a file of type',
    ],
    ['no file', {}, 'The Image field is required.'],
  ])('are not added by %s, and the form keeps the name', async (_, files, message) => {
    const { status, text } = await sent(`${path}/images`, { name: 'Typed' }, files);
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(valueIn(text, 'name')).toBe('Typed');
    expect(await images()).toEqual([]);
  });

  it('are shown with those of the other pages of the book, in parts', async () => {
    const kept = await image('First');
    for (let count = 0; count < 24; count++) await image(`Image ${count}`, 8);
    const first = (await browser.get(`/books/${textAt(book, 'slug')}/images`)).text;
    expect(first).toContain('Page 1 of 2');
    expect(first).toContain(`href="${path}/images"`);
    const { text } = await browser.get(`/books/${textAt(book, 'slug')}/images?page=2`);
    expect(text).toContain('data-name="First"');
    await hide();
    const other = await reader();
    expect((await other.get(`/books/${textAt(book, 'slug')}/images`)).text).not.toContain('data-image');
    expect((await other.get(`/files/image/${idOf(kept)}/edit`)).status).toBe(404);
    expect((await other.get(`${path}/images`)).status).toBe(404);
  });

  it('are renamed and replaced, and the page tells where they are used', async () => {
    const stored = await image();
    await made('/api/pages', {
      book_id: idOf(book),
      name: 'Shown',
      html: `<p><img src="${textAt(stored, 'url')}"></p>`,
    });
    await made('/api/pages', { book_id: idOf(book), name: 'Scaled', html: textAt(member(stored, 'content'), 'html') });
    const at = `/files/image/${idOf(stored)}/edit`;
    const { text } = await browser.get(at);
    expect(text).toContain('/page/shown"');
    expect(text).toContain('/page/scaled"');
    expect((await browser.get(at.replace('edit', 'delete'))).text).toContain('/page/shown"');
    const wrong = await sent(
      at,
      { name: 'Rudder' },
      { image: { content: await picture(9, 9, 'webp'), name: 'b.webp' } },
    );
    expect([wrong.status, valueIn(wrong.text, 'name')]).toEqual([422, 'Rudder']);
    expect(wrong.text).toContain('must be of the same type');
    const bytes = await picture(40, 40);
    const right = await sent(at, { name: 'Rudder' }, { image: { content: bytes, name: 'c.png' } });
    expect([right.status, right.headers.get('location')]).toEqual([303, `${path}/images`]);
    const [renamed] = await images();
    expect(renamed).toMatchObject({ name: 'Rudder', url: textAt(stored, 'url') });
    expect((await api.get(String(renamed?.['path']))).headers.get('content-length')).toBe(String(bytes.length));
  });

  it('do not tell of pages that the reader may not see', async () => {
    const stored = await image();
    const html = `<p><img src="${textAt(stored, 'url')}"></p>`;
    const secret = await made('/api/pages', { book_id: idOf(book), name: 'Secret place', html });
    await api.put(`/api/content-permissions/page/${idOf(secret)}`, {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    });
    const other = await reader('image-update-all');
    expect((await other.get(`/files/image/${idOf(stored)}/edit`)).text).not.toContain('Secret place');
    expect((await browser.get(`/files/image/${idOf(stored)}/edit`)).text).toContain('Secret place');
  });

  it('are deleted after a question', async () => {
    const at = `/files/image/${idOf(await image())}/delete`;
    expect((await browser.get(at)).text).toContain('No page that you can see shows this image.');
    const { text } = await browser.submitAndFollow(at, {});
    expect(text).toContain('The image “Oar” is deleted.');
    expect(text).toContain('There are no images yet.');
  });

  it('have the forms that the rights of the reader allow', async () => {
    const id = idOf(await image());
    const other = await reader();
    const { text } = await other.get(`${path}/images`);
    expect(text).toContain('data-name="Oar"');
    for (const part of ['class="writing upload"', '/files/image/', '/settings/unused-images'])
      expect(text).not.toContain(part);
    const files = { image: { content: await picture(), name: 'a.png' } };
    expect((await sent(`${path}/images`, { name: 'x' }, files, other)).status).toBe(403);
    for (const action of ['edit', 'delete']) {
      expect((await other.get(`/files/image/${id}/${action}`)).status).toBe(403);
      expect((await sent(`/files/image/${id}/${action}`, { name: 'x' }, {}, other)).status).toBe(403);
    }
    expect((await images()).map(({ name }) => name)).toEqual(['Oar']);

    const author = await reader('image-create-all', 'image-update-own', 'image-delete-own');
    expect((await sent(`${path}/images`, { name: 'Mine' }, files, author)).status).toBe(303);
    const mine = String((await images()).find(({ name }) => name === 'Mine')?.['id']);
    const own = (await author.get(`${path}/images`)).text;
    expect(own).toContain(`/files/image/${mine}/delete"`);
    expect(own).not.toContain(`/files/image/${id}/`);
    expect((await author.get(`/files/image/${id}/edit`)).status).toBe(403);
  });
});

describe('the attachments of a page', () => {
  it('are files and links, which the editor reads', async () => {
    await sent(`${path}/attachments`, { name: '', link: '' }, { file: { content: 'tides', name: 'tides.txt' } });
    await sent(`${path}/attachments`, { name: 'Weather', link: 'https://weather.example/' });
    const [file, other] = await attachments();
    expect(file).toMatchObject({ name: 'tides.txt', external: false, extension: 'txt' });
    expect(other).toMatchObject({ name: 'Weather', external: true });
    const { text } = await browser.get(`${path}/attachments`);
    expect(text).toContain(`data-attachment data-url="/attachments/${String(file?.['id'])}" data-name="tides.txt"`);
  });

  it.each<[string, Record<string, string>, Parameters<typeof multipart>[1], string]>([
    [
      'a file that is too large',
      { name: 'Typed' },
      { file: { content: Buffer.alloc(1_100_000), name: 'a.bin' } },
      'The File may not be greater than',
    ],
    ['neither file nor link', { name: 'Typed', link: '' }, {}, 'The File field is required'],
    ['a link that runs a script', { name: 'Typed', link: 'javascript:alert(1)' }, {}, 'Or a link'],
  ])('are not added by %s, and the form keeps the fields', async (_, fields, files, message) => {
    const { status, text } = await sent(`${path}/attachments`, fields, files);
    expect([status, valueIn(text, 'name')]).toEqual([422, 'Typed']);
    expect(text).toContain(message);
    expect(await attachments()).toEqual([]);
  });

  it('are changed: the name, the link, or the file in its place', async () => {
    const at = `/files/attachment/${idOf(await link('Weather'))}/edit`;
    expect(valueIn((await browser.get(at)).text, 'link')).toBe('https://weather.example/');
    await sent(at, { name: 'Wind', link: 'https://wind.example/' });
    expect(await attachments()).toMatchObject([{ name: 'Wind', external: true }]);
    await sent(at, { name: 'Wind', link: 'https://wind.example/' }, { file: { content: 'gusts', name: 'gusts.txt' } });
    expect(await attachments()).toMatchObject([{ name: 'Wind', external: false, extension: 'txt' }]);
    await sent(at, { name: 'Winds', link: '' });
    expect(await attachments()).toMatchObject([{ name: 'Winds', external: false }]);
    const refused = await sent(at, { name: '', link: 'https://x.example/' });
    expect([refused.status, valueIn(refused.text, 'link')]).toEqual([422, 'https://x.example/']);
  });

  it('stand in the order of the typed numbers', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push(idOf(await link(name)));
    const place = (key: number, number: string) => [`place[attachment-${key}]`, number] as const;
    const [a = 0, b = 0, c = 0] = ids;
    const { status } = await browser.submit(
      `${path}/attachments`,
      Object.fromEntries([place(a, '1'), place(b, '2'), place(c, '1')]),
      `${path}/attachments/sort`,
    );
    expect(status).toBe(303);
    expect((await attachments()).map(({ name, order }) => [name, order])).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 3],
    ]);
    expect((await browser.get(path)).text).toMatch(/>C<[^]*>A<[^]*>B</);
  });

  it('are deleted after a question', async () => {
    const at = `/files/attachment/${idOf(await link('Weather'))}/delete`;
    expect((await browser.submitAndFollow(at, {})).text).toContain('The attachment “Weather” is deleted.');
    expect(await attachments()).toEqual([]);
  });

  it('have the forms that the rights of the reader allow', async () => {
    const id = idOf(await link('Weather'));
    await link('Wind');
    const [other, adder] = [await reader(), await reader('attachment-create-all', 'attachment-update-all')];
    // Every change but a deletion needs the right to update the page as well, as in the API.
    for (const who of [other, adder]) {
      const { text } = await who.get(`${path}/attachments`);
      expect(text).toContain('data-name="Weather"');
      for (const part of ['class="writing upload"', '/files/attachment/', 'Save the order'])
        expect(text).not.toContain(part);
      expect((await sent(`${path}/attachments`, { name: 'x', link: 'https://x.example/' }, {}, who)).status).toBe(403);
      expect((await sent(`${path}/attachments/sort`, { [`place[attachment-${id}]`]: '9' }, {}, who)).status).toBe(403);
      for (const action of ['edit', 'delete']) {
        expect((await who.get(`/files/attachment/${id}/${action}`)).status).toBe(403);
        expect((await sent(`/files/attachment/${id}/${action}`, { name: 'x' }, {}, who)).status).toBe(403);
      }
    }
    expect((await attachments()).map(({ name }) => name)).toEqual(['Weather', 'Wind']);
    const editor = await loggedIn(app, await app.given.editor());
    expect((await editor.get(`${path}/attachments`)).text).toContain(`/files/attachment/${id}/edit"`);
  });

  it('are hidden with their page', async () => {
    const id = idOf(await link('Weather'));
    await hide();
    const editor = await loggedIn(app, await app.given.editor());
    for (const at of [`${path}/attachments`, `/files/attachment/${id}/edit`, `/files/attachment/${id}/delete`])
      expect([at, (await editor.get(at)).status]).toEqual([at, 404]);
    expect((await browser.get(`/files/other/${id}/edit`)).status).toBe(404);
  });
});

it('a page and a book lead to their files, and the form of a page does', async () => {
  const page = (await browser.get(path)).text;
  expect(page).toContain(`href="${path}/images"`);
  expect(page).toContain(`href="${path}/attachments"`);
  expect((await browser.get(`/books/${textAt(book, 'slug')}`)).text).toContain(
    `/books/${textAt(book, 'slug')}/images"`,
  );
  expect((await browser.get(`${path}/edit`)).text).toContain(`href="${path}/images" target="_blank"`);
  expect((await (await reader()).get(path)).text).not.toContain(`${path}/attachments"`);
});
