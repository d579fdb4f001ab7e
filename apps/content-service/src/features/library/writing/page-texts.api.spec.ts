import { nonEmpty, type TestApi, valueIn, type VisitingBrowser } from '@almanac/testing';
import fc from 'fast-check';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';

let app: ContentApp;
let api: TestApi;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  const author = await app.given.admin();
  api = app.api.as(author);
  browser = await loggedIn(app, author);
});
afterAll(() => app.close());

const made = async (path: string, body: object) => (await api.post(path, body)).body;
const pageOf = async (id: number) => (await api.get(`/api/pages/${id}`)).body;
const bookPath = (book: unknown) => `/books/${textAt(book, 'slug')}`;

/** Sends a form and returns where it leads. */
async function sent(path: string, fields: Record<string, string>, who = browser): Promise<string> {
  const { status, headers, text } = await who.submit(path, fields);
  if (status !== 303) throw new Error(`${path} answered ${status}: ${text.slice(0, 2_000)}`);
  return (headers.get('location') ?? '').replace(/^https?:\/\/[^/]+/, '');
}

describe('a draft', () => {
  const drafted = async (fields: Record<string, string>) => {
    const book = await made('/api/books', { name: 'Drafts' });
    const path = await sent(`${bookPath(book)}/create-page`, { name: '', html: '', draft: 'yes', ...fields });
    return { book, path, id: Number(/\/draft\/(\d+)$/.exec(path)?.[1]) };
  };

  it('is stored without a name, a revision or a message, and seen by its author alone', async () => {
    const { path, id, book } = await drafted({ html: '<p>Half a thought</p>' });
    expect(await pageOf(id)).toMatchObject({ name: 'New Page', draft: true, revision_count: 0 });
    const shown = await browser.get(path);
    expect(shown.text).toContain('Half a thought');
    expect(shown.text).toContain('This is a draft.');
    for (const form of ['edit', 'delete']) expect(shown.text).toContain(`href="${path}/${form}"`);
    expect(shown.text).not.toContain(`${path}/move`);
    const log = (await api.get(`/api/audit-log?filter[loggable_id]=${id}&filter[type]=page_create`)).body;
    expect(log).toMatchObject({ total: 0 });

    const other = await loggedIn(app, await app.given.admin());
    for (const address of [path, `${path}/edit`, `${path}/delete`]) expect((await other.get(address)).status).toBe(404);
    expect((await other.get(bookPath(book))).text).not.toContain('New Page');
  });

  it('is saved again and published with its first revision, its address and its message', async () => {
    const { path, id, book } = await drafted({ name: 'Plan', html: '<p>One</p>', 'tags[0][name]': 'T' });
    await made('/api/pages', { book_id: idOf(book), name: 'Plan', html: '<p>Another</p>' });
    const version = async () => valueIn((await browser.get(`${path}/edit`)).text, 'version') ?? '';
    const again = { name: 'Plan', html: '<p>Two</p>', draft: 'yes', version: await version() };
    expect(await sent(`${path}/edit`, again)).toBe(path);
    expect(await pageOf(id)).toMatchObject({ draft: true, revision_count: 0, raw_html: '<p id="bkmrk-two">Two</p>' });

    const published = await sent(`${path}/edit`, { name: 'Plan', html: '<p>Three</p>', version: await version() });
    expect(published).toMatch(/\/page\/plan-[a-z0-9]{3}$/i);
    expect(await pageOf(id)).toMatchObject({
      draft: false,
      revision_count: 1,
      raw_html: '<p id="bkmrk-three">Three</p>',
    });
    expect((await api.get(`/api/pages/${id}/revisions`)).body).toMatchObject({
      total: 1,
      data: [{ summary: 'Initial publish', revision_number: 1 }],
    });
    const log = (await api.get(`/api/audit-log?filter[loggable_id]=${id}&filter[type]=page_create`)).body;
    expect(log).toMatchObject({ total: 1 });
    expect((await api.get(`/api/search?query=${encodeURIComponent('Plan {in_body:Three}')}`)).body).toMatchObject({
      data: [{ id }],
    });
    const reader = await loggedIn(app, await app.given.viewer());
    expect((await reader.get(published)).text).toContain('Three');
    expect((await browser.get(path)).headers.get('location')).toBe(published);
    expect((await browser.get(`${path}/edit`)).status).toBe(404);
  });

  it('needs a name to be published, and keeps what was typed', async () => {
    const { path } = await drafted({ html: '<p>Nameless</p>' });
    const version = valueIn((await browser.get(`${path}/edit`)).text, 'version') ?? '';
    const refused = await browser.submit(`${path}/edit`, { name: '', html: '<p>Still here</p>', version });
    expect([refused.status, refused.text.includes('Still here')]).toEqual([422, true]);
  });

  it('goes to the recycle bin', async () => {
    const { path, id, book } = await drafted({ name: 'Gone', html: '<p>x</p>' });
    expect(await sent(`${path}/delete`, {})).toBe(bookPath(book));
    expect((await api.get(`/api/pages/${id}`)).status).toBe(404);
  });
});

describe('the preview of a text', () => {
  it('is rendered as for readers, and stores nothing', async () => {
    const book = await made('/api/books', { name: 'Previewed' });
    const included = await made('/api/pages', { book_id: idOf(book), name: 'Part', html: '<p>Included words</p>' });
    const form = `${bookPath(book)}/create-page`;
    const before = (await api.get('/api/pages?count=1')).body;
    const _csrf = valueIn((await browser.get(form)).text, '_csrf') ?? '';
    const body = new FormData();
    const markdown = `# Title\n\n<script>alert(1)</script>\n\n{{@${idOf(included)}}}`;
    for (const [name, value] of Object.entries({ _csrf, markdown, name: 'Draft <b>' })) body.append(name, value);
    const { status, text } = await browser.send('POST', `${bookPath(book)}/preview`, body);
    expect(status).toBe(200);
    expect(text).toContain('Included words');
    expect(text).toContain('<h1 id="bkmrk-title">Title</h1>');
    expect(text).not.toContain('alert(1)');
    expect(text).toContain('Draft &lt;b&gt;');
    expect(member((await api.get('/api/pages?count=1')).body, 'total')).toBe(member(before, 'total'));
  });

  it('is refused without the token of a form, and for a book that the author does not see', async () => {
    const book = await made('/api/books', { name: 'Refused' });
    const body = new FormData();
    body.append('markdown', '# x');
    expect((await browser.send('POST', `${bookPath(book)}/preview`, body)).status).toBe(403);
    body.append('_csrf', valueIn((await browser.get('/create-book')).text, '_csrf') ?? '');
    expect((await browser.send('POST', '/books/no-such-book/preview', body)).status).toBe(404);
  });
});

describe('two authors', () => {
  it('see both texts with their differences when one saved after the other opened the form', async () => {
    const book = await made('/api/books', { name: 'Both' });
    const page = await made('/api/pages', {
      book_id: idOf(book),
      name: 'Shared',
      html: '<p>The cat sat</p><p id="same">Same</p>',
    });
    const path = `${bookPath(book)}/page/${textAt(page, 'slug')}/edit`;
    const version = valueIn((await browser.get(path)).text, 'version') ?? '';
    await api.put(`/api/pages/${idOf(page)}`, { html: '<p>The dog sat</p><p id="same">Same</p>' });
    const mine = { name: 'Shared', version, html: '<p>The bird sat</p><p>Same</p><script>alert(1)</script>' };
    const { status, text } = await browser.submit(path, mine);
    expect(status).toBe(422);
    const sides = text.slice(text.indexOf('class="sides"'), text.indexOf('<form class="writing"'));
    expect(sides.match(/<del>dog<\/del>|<ins>bird<\/ins>/g)).toHaveLength(4);
    expect(sides).not.toMatch(/alert\(1\)|id="same"/);
    expect(valueIn(text, 'version')).not.toBe(version);
  });

  it('never lose or mix up a text in 200 random edits', async () => {
    const second = await app.given.admin();
    const authors = [browser, await loggedIn(app, second)] as const;
    const book = await made('/api/books', { name: 'Model' });
    const page = await made('/api/pages', { book_id: idOf(book), name: 'Contended', markdown: 'start' });
    const path = `${bookPath(book)}/page/${textAt(page, 'slug')}/edit`;
    // The model: a text and how often it changed; each author has the form of some state, or none.
    let [stored, changes] = ['start', 0];
    const forms = [0, 1].map(() => ({ version: '', of: -1 }));
    const open = async (who: number) => {
      const { text } = await authors[who === 0 ? 0 : 1].get(path);
      forms[who] = { version: valueIn(text, 'version') ?? '', of: changes };
      expect(text).toContain(`${stored}</textarea>`);
    };
    const save = async (who: number, markdown: string) => {
      const { version = '' } = forms[who] ?? {};
      return authors[who === 0 ? 0 : 1].submit(path, { name: 'Contended', markdown, version });
    };
    const steps = fc.sample(
      fc.record({
        who: fc.nat(1),
        kind: fc.constantFrom('open', 'save', 'save', 'both'),
        text: fc.stringMatching(/^[a-z]{1,9} [a-z]{1,9}$/),
      }),
      { numRuns: 200, seed: 7 },
    );
    for (const [index, { who, kind, text }] of nonEmpty([...steps.entries()])) {
      const typed = `${text} ${index}`;
      if (kind === 'open') await open(who);
      else if (kind === 'save') {
        const isCurrent = forms[who]?.of === changes;
        const answer = await save(who, typed);
        expect([index, answer.status]).toEqual([index, isCurrent ? 303 : 422]);
        if (isCurrent) [stored, changes] = [typed, changes + 1];
        else {
          expect(answer.text).toContain(`${typed}</textarea>`);
          // The refused form shows the present state, so that it can be sent again.
          forms[who] = { version: valueIn(answer.text, 'version') ?? '', of: changes };
        }
      } else {
        // Both send a form of the present state at the same time: one of them is stored.
        await Promise.all([open(0), open(1)]);
        const texts = [`${typed} first`, `${typed} second`];
        const answers = await Promise.all(texts.map((own, author) => save(author, own)));
        expect([index, answers.map(({ status }) => status).sort()]).toEqual([index, [303, 422]]);
        const winner = answers.findIndex(({ status }) => status === 303);
        [stored, changes] = [texts[winner] ?? '', changes + 1];
      }
      expect(await pageOf(idOf(page))).toMatchObject({ markdown: stored });
    }
    expect(await pageOf(idOf(page))).toMatchObject({ revision_count: changes + 1 });
    expect(changes).toBeGreaterThan(50);
  });
});
