import { type TestApi, valueIn, type VisitingBrowser } from '@almanac/testing';
import { idOf, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { loggedIn } from '../../../testing/logged-in';

let app: ContentApp;
let api: TestApi;
let admin: Person;
let browser: VisitingBrowser;
let pageId: number;
let path: string;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
  const page = await app.given.page();
  const [book] = await app.database.query<{ slug: string }>('SELECT slug FROM books WHERE id = $1', [page.bookId]);
  pageId = page.id;
  path = `/books/${book?.slug ?? ''}/page/${page.slug}`;
});
afterAll(() => app.close());

const comment = async (html: string, fields: object = {}) =>
  (await api.post('/api/comments', { page_id: pageId, html, ...fields })).body;
const stored = async (id: number) => textAt((await api.get(`/api/comments/${id}`)).body, 'html');

/** The fields as a browser sends them when nobody changes anything. */
async function opened(at: string) {
  const { text } = await browser.get(at);
  const [, typed = ''] = /<textarea[^>]*>\n?([^<]*)<\/textarea>/.exec(text) ?? [];
  const plain = typed
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
  return {
    version: valueIn(text, 'version') ?? '',
    format: valueIn(text, 'format') ?? '',
    text: plain.replaceAll('&amp;', '&').replaceAll('\n', '\r\n'),
  };
}

describe('the form of a comment', () => {
  it.each([
    ['<p>One</p>\n<p>Two<br>lines &amp; "more" &lt;b&gt;</p>', 'One\r\n\r\nTwo\r\nlines & "more" <b>', 'text'],
    [
      '<p>Very <strong>useful</strong> <a href="https://x.example">x</a></p>',
      expect.stringContaining('<strong>'),
      'html',
    ],
    ['<ul><li>List</li></ul>', expect.stringContaining('<li>List</li>'), 'html'],
  ])('leaves %j as it is stored when nobody changes it', async (html, text: unknown, format) => {
    const id = idOf(await comment(html));
    const at = `${path}/comments/${id}/edit`;
    const [before, form] = [await stored(id), await opened(at)];
    expect(form).toMatchObject({ text, format });
    expect((await browser.submit(at, form)).status).toBe(303);
    expect(await stored(id)).toBe(before);
  });

  it('changes plain text and formatted text', async () => {
    const id = idOf(await comment('<p>One</p>'));
    const at = `${path}/comments/${id}/edit`;
    const { text } = await browser.submitAndFollow(at, { ...(await opened(at)), text: 'One <b>\r\n\r\nTwo\r\nlines' });
    expect(text).toContain('The comment is saved.');
    expect(await stored(id)).toBe('<p>One &lt;b&gt;</p><p>Two<br>lines</p>');
    const rich = idOf(await comment('<p>A <em>b</em></p>'));
    const form = await opened(`${path}/comments/${rich}/edit`);
    await browser.submitAndFollow(`${path}/comments/${rich}/edit`, { ...form, text: '<p>A <strong>c</strong></p>' });
    expect(await stored(rich)).toBe('<p>A <strong>c</strong></p>');
  });

  it('keeps the typed text when it is refused, and when another one was saved meanwhile', async () => {
    const id = idOf(await comment('<p>One</p>'));
    const at = `${path}/comments/${id}/edit`;
    const form = await opened(at);
    expect((await browser.submit(at, { ...form, text: ' ' })).text).toContain('The Comment field is required.');
    const long = 'long text '.repeat(6_000);
    const refused = await browser.submit(at, { ...form, text: long });
    expect([refused.status, refused.text.includes(long.trim())]).toEqual([422, true]);
    await api.put(`/api/comments/${id}`, { html: '<p>Theirs</p>' });
    const outdated = await browser.submit(at, { ...form, text: 'Mine' });
    expect(outdated.status).toBe(422);
    expect(outdated.text).toContain('Mine</textarea>');
    expect(await stored(id)).toBe('<p>Theirs</p>');
  });
});

it('a comment is deleted after a question, which says that replies stay', async () => {
  const parent = await comment('<p>Parent</p>');
  const at = `${path}/comments/${idOf(parent)}/delete`;
  expect((await browser.get(at)).text).toContain('It has no replies.');
  await comment('<p>Reply</p>', { reply_to: (parent as { local_id: number }).local_id });
  expect((await browser.get(at)).text).toContain('Replies to it stay.');
  expect((await browser.submitAndFollow(at, {})).text).toContain('The comment is deleted.');
  const { text } = await browser.get(path);
  expect(text).not.toContain('<p>Parent</p>');
  expect(text).toContain('<p>Reply</p>');
});

it('the forms of a comment are for those who may change it, on its own page', async () => {
  const id = idOf(await comment('<p>Of the administrator</p>'));
  const views = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
  const own = ['comment-create-all', 'comment-update-own', 'comment-delete-own'];
  const writer = await loggedIn(app, await app.given.user({ permissions: [...views, ...own] }));
  await writer.submit(`${path}/comment`, { text: 'Mine' });
  const { text } = await writer.get(path);
  const mine = /\/comments\/(\d+)\/edit"/.exec(text)?.[1];
  expect(mine).toBeDefined();
  expect(text).toContain(`/comments/${mine}/delete"`);
  const other = await app.given.page();
  const [book] = await app.database.query<{ slug: string }>('SELECT slug FROM books WHERE id = $1', [other.bookId]);
  for (const action of ['edit', 'delete', 'archive']) {
    expect(text).not.toContain(`/comments/${id}/${action}"`);
    expect([action, (await writer.get(`${path}/comments/${id}/${action}`)).status]).toEqual([action, 403]);
    const elsewhere = `/books/${book?.slug ?? ''}/page/${other.slug}/comments/${id}/${action}`;
    expect([action, (await browser.get(elsewhere)).status]).toEqual([action, 404]);
  }
  const form = { text: 'Theirs', version: '', format: 'text' };
  expect((await writer.submit(`${path}/comment`, form, `${path}/comments/${id}/edit`)).status).toBe(403);
  expect((await writer.submit(`${path}/comment`, form, `${path}/comments/${id}/delete`)).status).toBe(403);
  expect(await stored(id)).toBe('<p>Of the administrator</p>');
  expect((await writer.submit(`${path}/comments/${mine}/delete`, {})).status).toBe(303);
});
