import { type TestApi, valueIn, VisitingBrowser } from '@almanac/testing';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';

let app: ContentApp;
let api: TestApi;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  const admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
});
afterAll(() => app.close());

const made = async (path: string, body: object) => (await api.post(path, body)).body;
const addressOf = (book: unknown, item?: unknown, type = 'page') =>
  `/books/${textAt(book, 'slug')}${item === undefined ? '' : `/${type}/${textAt(item, 'slug')}`}`;

/** The fields of a form as a browser sends them when nobody changes anything. */
async function opened(path: string, who = browser): Promise<Record<string, string>> {
  const { text } = await who.get(path);
  const texts = [...text.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n?([^<]*)<\/textarea>/g)];
  const fields = ['name', 'version', 'tags[0][name]', 'tags[0][value]'].map((name) => [
    name,
    valueIn(text, name) ?? '',
  ]);
  return Object.fromEntries([
    ...fields,
    ...texts.map(([, name = '', value = '']) => [name, unescaped(value).replaceAll(/\r\n?|\n/g, '\r\n')]),
  ]) as Record<string, string>;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('a form that is sent as it was opened', () => {
  it.each([
    ['<p id="a">One</p>\n<table class="x"><tr><td data-odd="1">&nbsp;Two</td></tr></table>'],
    ['<p>\n\n  spaces  </p>\r\n<pre>\n\nkept\n</pre>'],
    ['<p>&lt;b&gt; &amp;amp; "quoted" \u2028 \u{1f600}</p>'],
  ])('leaves the text %j of a page as it is stored', async (html) => {
    const book = await made('/api/books', { name: 'Kept' });
    const page = await made('/api/pages', {
      book_id: idOf(book),
      name: 'Text',
      html,
      tags: [{ name: 'A', value: 'B' }],
    });
    const stored = async () => (await api.get(`/api/pages/${idOf(page)}`)).body;
    const before = await stored();
    const path = `${addressOf(book, page)}/edit`;
    expect((await browser.submit(path, await opened(path))).status).toBe(303);
    const after = await stored();
    for (const name of ['raw_html', 'markdown', 'html', 'name', 'tags', 'template', 'editor'])
      expect(member(after, name)).toEqual(member(before, name));
  });

  it('keeps the formatting of a description', async () => {
    const description_html = '<p>All <strong>about</strong> boats</p>';
    const book = await made('/api/books', { name: 'Formatted', description_html });
    const path = `${addressOf(book)}/edit`;
    await browser.submitAndFollow(path, await opened(path));
    expect((await api.get(`/api/books/${idOf(book)}`)).body).toMatchObject({ description_html });
    await browser.submitAndFollow(path, { ...(await opened(path)), description_html: '<p>All <em>else</em></p>' });
    expect((await api.get(`/api/books/${idOf(book)}`)).body).toMatchObject({
      description_html: '<p>All <em>else</em></p>',
    });
  });

  it('keeps Markdown', async () => {
    const book = await made('/api/books', { name: 'Marked' });
    const page = await made('/api/pages', { book_id: idOf(book), name: 'M', markdown: '# A\n\n* b <c> & d' });
    const path = `${addressOf(book, page)}/edit`;
    await browser.submitAndFollow(path, await opened(path));
    expect((await api.get(`/api/pages/${idOf(page)}`)).body).toMatchObject({ markdown: '# A\n\n* b <c> & d' });
  });
});

describe('a form that was opened before another author saved', () => {
  it('keeps what was typed, and replaces the other text only when it is sent again', async () => {
    const book = await made('/api/books', { name: 'Two authors' });
    const page = await made('/api/pages', { book_id: idOf(book), name: 'Shared', html: '<p>First</p>' });
    const path = `${addressOf(book, page)}/edit`;
    const form = await opened(path);
    await api.put(`/api/pages/${idOf(page)}`, { html: '<p>Theirs</p>' });
    const mine = `<p>Mine</p>${'<p>long</p>'.repeat(2_000)}`;
    const refused = await browser.submit(path, { ...form, html: mine });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Somebody else saved this after you opened it.');
    expect(unescaped(refused.text)).toContain(mine);
    expect((await api.get(`/api/pages/${idOf(page)}`)).body).toMatchObject({
      raw_html: '<p id="bkmrk-theirs">Theirs</p>',
    });
    const version = valueIn(refused.text, 'version') ?? '';
    expect((await browser.submit(path, { ...form, version, html: '<p>Both</p>' })).status).toBe(303);
    expect((await api.get(`/api/pages/${idOf(page)}`)).body).toMatchObject({ raw_html: '<p id="bkmrk-both">Both</p>' });
  });

  it('is accepted when only a comment was written meanwhile', async () => {
    const book = await made('/api/books', { name: 'Commented' });
    const page = await made('/api/pages', { book_id: idOf(book), name: 'Shared', html: '<p>First</p>' });
    const path = `${addressOf(book, page)}/edit`;
    const form = await opened(path);
    await made('/api/comments', { page_id: idOf(page), html: '<p>Hm</p>' });
    expect((await browser.submit(path, { ...form, html: '<p>Second</p>' })).status).toBe(303);
  });
});

describe('the tags of a form', () => {
  it('are stored in their order, without empty rows, and emptied rows remove them', async () => {
    const fields = {
      name: 'Tagged',
      'tags[0][name]': '',
      'tags[1][name]': 'B',
      'tags[1][value]': '2',
      'tags[2][name]': 'A',
    };
    await browser.submitAndFollow('/create-book', fields);
    const found = (await api.get('/api/books?filter[name]=Tagged&include=tags')).body;
    expect(found).toMatchObject({
      data: [
        {
          tags: [
            { name: 'B', value: '2' },
            { name: 'A', value: '' },
          ],
        },
      ],
    });
    const path = '/books/tagged/edit';
    await browser.submitAndFollow(path, { ...(await opened(path)), 'tags[0][name]': '', 'tags[0][value]': '' });
    expect((await api.get('/api/books?filter[name]=Tagged&include=tags')).body).toMatchObject({ data: [{ tags: [] }] });
  });

  it('are suggested: names in the form, values at an address of their own', async () => {
    await made('/api/books', { name: 'Suggesting', tags: [{ name: 'Colour', value: 'green' }] });
    expect((await browser.get('/create-book')).text).toContain('<option value="Colour" dir="auto">');
    expect((await browser.get('/search/tag-values?name=Colour')).text).toContain('<option value="green">');
  });
});

describe('a copied book', () => {
  it('has the chapters, pages and texts of the original in their order, and none of its drafts', async () => {
    const book = await made('/api/books', { name: 'Original', description: 'D', tags: [{ name: 'T' }] });
    await made('/api/pages', { book_id: idOf(book), name: 'Front', markdown: '# Front' });
    const chapter = await made('/api/chapters', { book_id: idOf(book), name: 'Middle', description: 'C' });
    await made('/api/pages', { chapter_id: idOf(chapter), name: 'Inside', html: '<p>In</p>' });
    await made('/api/pages', { book_id: idOf(book), name: 'Back', html: '<p>Back</p>' });
    await browser.submitAndFollow(`${addressOf(book)}/copy`, { name: 'The copy' });
    const contents = async (name: string) => {
      const found = (await api.get(`/api/books?filter[name]=${encodeURIComponent(name)}`)).body;
      const id = idOf((member(found, 'data') as object[])[0]);
      return (await api.get(`/api/books/${id}/contents?include=html,markdown`)).body;
    };
    const shape = (body: unknown): string =>
      JSON.stringify(body, (key, value: unknown) =>
        /(^id|_id|_at|_by|slug|url|priority|number)$/.test(key) ? undefined : value,
      ).replaceAll('Original', 'The copy');
    expect(shape(await contents('The copy'))).toBe(shape(await contents('Original')));
  });
});

describe('rights', () => {
  it('decide which forms are offered and opened', async () => {
    const book = await made('/api/books', { name: 'Guarded' });
    const page = await made('/api/pages', { book_id: idOf(book), name: 'Page', html: '<p>x</p>' });
    const reader = await loggedIn(app, await app.given.viewer());
    for (const path of [addressOf(book), addressOf(book, page), '/books', '/shelves'])
      expect((await reader.get(path)).text).not.toContain('class="item-actions"');
    const forms = ['edit', 'delete', 'sort', 'create-page', 'create-chapter'].map(
      (form) => `${addressOf(book)}/${form}`,
    );
    for (const path of [
      ...forms,
      `${addressOf(book, page)}/edit`,
      `${addressOf(book, page)}/move`,
      '/create-book',
      '/create-shelf',
    ]) {
      const { status, text } = await reader.get(path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('This is not possible');
    }
    const { text } = await browser.get(addressOf(book));
    for (const action of ['create-page', 'create-chapter', 'edit', 'sort', 'copy', 'delete'])
      expect(text).toContain(`href="${addressOf(book)}/${action}"`);
  });

  it('decide again when a form is sent', async () => {
    const book = await made('/api/books', { name: 'Taken away' });
    const person = await app.given.editor();
    const editor = await loggedIn(app, person);
    const path = `${addressOf(book)}/edit`;
    const form = await opened(path, editor);
    await api.put(`/api/content-permissions/book/${idOf(book)}`, {
      fallback_permissions: { inheriting: false, view: true, create: false, update: false, delete: false },
    });
    const csrf = valueIn((await editor.get('/create-book')).text, '_csrf') ?? '';
    const sent = await editor.send('POST', path, new URLSearchParams({ ...form, name: 'Mine', _csrf: csrf }));
    expect(sent.status).toBe(403);
    expect((await api.get(`/api/books/${idOf(book)}`)).body).toMatchObject({ name: 'Taken away' });
  });

  it('decide which places are offered', async () => {
    const [open, closed] = [
      await made('/api/books', { name: 'Placeable open' }),
      await made('/api/books', { name: 'Placeable closed' }),
    ];
    const page = await made('/api/pages', { book_id: idOf(open), name: 'Movable', html: '<p>x</p>' });
    await api.put(`/api/content-permissions/book/${idOf(closed)}`, {
      fallback_permissions: { inheriting: false, view: true, create: false, update: false, delete: false },
    });
    const editor = await loggedIn(app, await app.given.editor());
    const offered = async (who: VisitingBrowser, form: string) => {
      const { text } = await who.get(`${addressOf(open, page)}/${form}?search=Placeable`);
      return [open, closed].map((book) => text.includes(`value="book:${idOf(book)}"`));
    };
    for (const form of ['move', 'copy']) {
      expect(await offered(editor, form)).toEqual([true, false]);
      expect(await offered(browser, form)).toEqual([true, true]);
    }
  });

  it('send strangers to the log-in and back', async () => {
    const { status, headers } = await new VisitingBrowser(app.api).get('/create-book');
    expect([status, headers.get('location')]).toEqual([303, '/login?return=%2Fcreate-book']);
  });

  it('refuse a form without its token', async () => {
    expect((await browser.send('POST', '/create-book', new URLSearchParams({ name: 'Forged' }))).status).toBe(403);
  });
});
