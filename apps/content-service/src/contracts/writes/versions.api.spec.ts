import type { TestApi, TestResponse } from '@almanac/testing';
import { RenderedHtmlCache } from '../../text/rendering/rendered-html-cache';
import { type ContentApp, startContent } from '../../testing/content-app';
import { idOf, numberAt } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const etagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? '';
const ifMatch = (etag: string) => api.with({ 'if-match': etag });
// fetch adds `Cache-Control: no-cache` to a condition. That header is for caches, so the service must ignore it.
const ifNoneMatch = (etag: string) => api.with({ 'if-none-match': etag });

const GIF = Buffer.from('R0lGODdhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==', 'base64');
async function madeBy(path: string, body: object | FormData): Promise<string> {
  const answer = await api.post(path, body);
  expect(answer.status).toBe(200);
  return `${path}/${idOf(answer.body)}`;
}
async function pictureForm(): Promise<FormData> {
  const form = new FormData();
  for (const [field, value] of Object.entries({
    type: 'gallery',
    uploaded_to: String((await app.given.page()).id),
    name: 'x',
  }))
    form.append(field, value);
  form.append('image', new Blob([GIF]), 'picture.gif');
  return form;
}
const picture = async (): Promise<string> => madeBy('/api/image-gallery', await pictureForm());

/** A record of each kind, and a change to it. */
const KINDS: [kind: string, make: () => Promise<string>, change: object][] = [
  ['shelf', async () => `/api/shelves/${(await app.given.shelf()).id}`, { description: 'new' }],
  ['book', async () => `/api/books/${(await app.given.book()).id}`, { description: 'new' }],
  ['chapter', async () => `/api/chapters/${(await app.given.chapter()).id}`, { description: 'new' }],
  ['page', async () => `/api/pages/${(await app.given.page()).id}`, { html: '<p>new</p>' }],
  [
    'comment',
    async () => madeBy('/api/comments', { page_id: (await app.given.page()).id, html: '<p>a</p>' }),
    { html: '<p>new</p>' },
  ],
  [
    'attachment',
    async () =>
      madeBy('/api/attachments', { uploaded_to: (await app.given.page()).id, name: 'a', link: 'https://a.example' }),
    { name: 'new' },
  ],
  ['image', picture, { name: 'new' }],
];

describe.each(KINDS)('the ETag of a %s', (_kind, make, change) => {
  it('is returned on every read and stays the same without changes', async () => {
    const path = await make();
    const first = await api.get(path);
    expect(etagOf(first)).toMatch(/^"[\w-]+"$/);
    expect(etagOf(await api.get(path))).toBe(etagOf(first));
    expect(etagOf(await api.send('HEAD', path))).toBe(etagOf(first));
    expect(first.headers.get('cache-control')).toBe('no-cache, no-store, private');
  });

  it('produces 304 in If-None-Match until a change', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    const known = await ifNoneMatch(`"other", ${etag}`).get(path);
    expect({ status: known.status, text: known.text, etag: etagOf(known) }).toEqual({ status: 304, text: '', etag });
    expect((await ifNoneMatch('*').get(path)).status).toBe(304);

    await api.put(path, change);
    const changed = await ifNoneMatch(etag).get(path);
    expect(changed.status).toBe(200);
    expect(etagOf(changed)).not.toBe(etag);
  });

  it('allows one change in If-Match and produces 412 after that', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    expect((await ifMatch(etag).put(path, change)).status).toBe(200);
    const after = await api.get(path);

    const late = await ifMatch(etag).put(path, { name: 'Late', html: '<p>late</p>' });
    expect(late).toMatchObject({
      status: 412,
      body: { error: { code: 412, message: expect.stringContaining('changed after you read it') } },
    });
    expect(etagOf(late)).toBe(etagOf(after));
    expect((await ifMatch(etag).delete(path)).status).toBe(412);
    expect((await api.get(path)).body).toEqual(after.body);

    expect((await ifMatch(`"other", ${etagOf(after)}`).delete(path)).status).toBe(204);
  });

  it('comes with the answer to a change, so that the next change needs no read', async () => {
    const path = await make();
    const first = await api.put(path, change);
    expect(etagOf(first)).toBe(etagOf(await api.get(path)));
    const second = await ifMatch(etagOf(first)).put(path, change);
    expect({ status: second.status, etag: etagOf(second) }).toEqual({ status: 200, etag: etagOf(await api.get(path)) });
  });

  it('allows one of twenty concurrent changes in If-Match', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ifMatch(etag).repeatingWhenBusy().put(path, change)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
});

describe('the ETag of the answer to a creation', () => {
  const made = async (path: string, body: object | FormData): Promise<void> => {
    const { status, body: record, headers } = await api.post(path, body);
    expect({ path, status, etag: headers.get('etag') }).toEqual({
      path,
      status: 200,
      etag: etagOf(await api.get(`${path}/${idOf(record)}`)),
    });
  };

  it('equals that of the next read for every kind', async () => {
    const { id: book_id } = await app.given.book();
    const { id: page_id } = await app.given.page();
    const tags = [{ name: 'a', value: 'b' }];
    await made('/api/shelves', { name: 'Shelf', books: [book_id], tags });
    await made('/api/books', { name: 'Book', description_html: '<p>d</p>', tags });
    await made('/api/chapters', { name: 'Chapter', book_id, tags });
    await made('/api/pages', { name: 'Page', book_id, html: `<p>{{@${page_id}}}</p>`, tags });
    await made('/api/pages', { name: 'Page', book_id, markdown: '# a' });
    await made('/api/comments', { page_id, html: '<p>a</p>' });
    await made('/api/attachments', { uploaded_to: page_id, name: 'a', link: 'https://a.example' });
    await made('/api/image-gallery', await pictureForm());
  });

  it('equals that of the next read for a restored revision', async () => {
    const { id } = await app.given.page();
    for (const html of ['<p>old</p>', '<p>new</p>']) await api.put(`/api/pages/${id}`, { html });
    const { body } = await api.get(`/api/pages/${id}/revisions`);
    const restored = await api.post(`/api/pages/${id}/revisions/${numberAt(body, 'data.1.id')}/restore`, {});
    expect({ status: restored.status, etag: etagOf(restored) }).toEqual({
      status: 200,
      etag: etagOf(await api.get(`/api/pages/${id}`)),
    });
  });
});

describe('If-Match', () => {
  it('accepts any version for *', async () => {
    const { id } = await app.given.page();
    expect((await ifMatch('*').put(`/api/pages/${id}`, { name: 'Any' })).status).toBe(200);
    expect((await ifMatch('*').delete(`/api/pages/${id}`)).status).toBe(204);
    expect((await ifMatch('*').put(`/api/pages/${id}`, { name: 'Any' })).status).toBe(404);
  });

  it('never matches a weak version', async () => {
    const { id } = await app.given.book();
    const etag = etagOf(await api.get(`/api/books/${id}`));
    expect((await ifMatch(`W/${etag}`).put(`/api/books/${id}`, { name: 'Weak' })).status).toBe(412);
  });

  it.each(['abc', '', '"a" "b"', '"a', '*, "a"', ','])('with the malformed value %j returns 400', async (value) => {
    const { id } = await app.given.page();
    expect(await ifMatch(value).put(`/api/pages/${id}`, { name: 'New' })).toMatchObject({ status: 400 });
  });

  it('reveals no version to callers that cannot change or see the item', async () => {
    const viewer = app.api.as(await app.given.viewer()).with({ 'if-match': '"x"' });
    const page = await app.given.page();
    const refused = await viewer.put(`/api/pages/${page.id}`, { name: 'New' });
    expect({ status: refused.status, etag: etagOf(refused) }).toEqual({ status: 403, etag: '' });
    expect((await viewer.put('/api/pages/999999', { name: 'New' })).status).toBe(404);
  });
});

/** A spy that calls the real method. */
const rendering = jest.spyOn(RenderedHtmlCache.prototype, 'render');

describe('the ETag of a page', () => {
  it('changes with its tags, its comments and the names of its users', async () => {
    const { id } = await app.given.page();
    const path = `/api/pages/${id}`;
    const seen = new Set([etagOf(await api.get(path))]);
    const changes = [
      () => api.put(path, { tags: [{ name: 'a' }] }),
      () => api.post('/api/comments', { page_id: id, html: '<p>c</p>' }),
      () => app.database.query(`UPDATE users SET name = 'Renamed' WHERE id = 1`),
    ];
    for (const change of changes) {
      await change();
      seen.add(etagOf(await api.get(path)));
    }
    expect(seen.size).toBe(1 + changes.length);
  });

  it.each(['{{@ID}}', '&#123;{@ID}}', '{{&commat;ID}}'])('changes with a page that it includes by %s', async (tag) => {
    const included = await app.given.page({ html: '<p id="bkmrk-old">old</p>' });
    const including = await app.given.page({ html: `<p id="bkmrk-x">${tag.replace('ID', String(included.id))}</p>` });
    const path = `/api/pages/${including.id}`;
    const before = await api.get(path);
    expect(before.body).toMatchObject({ html: expect.stringContaining('old') });
    await api.put(`/api/pages/${included.id}`, { html: '<p>new</p>' });
    const after = await ifNoneMatch(etagOf(before)).get(path);
    expect(after).toMatchObject({ status: 200, body: { html: expect.stringContaining('new') } });
    expect((await ifMatch(etagOf(before)).put(path, { name: 'Stale' })).status).toBe(412);
  });

  it('is computed without rendering, including nested included pages', async () => {
    const deepest = await app.given.page({ html: '<p>not reached</p>' });
    const third = await app.given.page({ html: `<p>third {{@${deepest.id}}}</p>` });
    const second = await app.given.page({ html: `<p>second {{@${third.id}}}</p>` });
    const first = await app.given.page({ html: `<p>first {{@${second.id}}}</p>` });
    const path = `/api/pages/${(await app.given.page({ html: `<p>{{@${first.id}}} {{@999999}}</p>` })).id}`;
    const shown = await api.get(path);
    expect(shown.body).toMatchObject({ html: expect.stringContaining(`third {{@${deepest.id}}}`) });
    rendering.mockClear();
    for (const unseen of [deepest, await app.given.page()]) {
      await app.database.query(`UPDATE page_contents SET html = '<p>changed</p>' WHERE page_id = $1`, [unseen.id]);
      expect((await ifNoneMatch(etagOf(shown)).get(path)).status).toBe(304);
    }
    expect(rendering).not.toHaveBeenCalled();
    await app.database.query(`UPDATE page_contents SET html = '<p>changed</p>' WHERE page_id = $1`, [third.id]);
    expect((await ifNoneMatch(etagOf(shown)).get(path)).body).toMatchObject({
      html: expect.stringContaining('changed'),
    });
  });

  it('differs between readers with access to different included pages', async () => {
    const included = await app.given.page({ html: '<p>for some</p>' });
    const path = `/api/pages/${(await app.given.page({ html: `<p>{{@${included.id}}}</p>` })).id}`;
    const viewer = app.api.as(await app.given.viewer());
    const open = await viewer.get(path);
    expect(etagOf(open)).toBe(etagOf(await api.get(path)));
    const hidden = {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    };
    expect((await api.put(`/api/content-permissions/page/${included.id}`, hidden)).status).toBe(200);
    const closed = await viewer.with({ 'if-none-match': etagOf(open), 'cache-control': 'max-age=0' }).get(path);
    expect({ status: closed.status, text: closed.text.includes('for some') }).toEqual({ status: 200, text: false });
    expect(etagOf(await api.get(path))).toBe(etagOf(open));
  });

  it('covers the shown pages when a page includes more than the limit', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `{{@${900_000 + n}}}`).join(' ');
    const included = await app.given.page({ html: '<p>in reach</p>' });
    const path = `/api/pages/${(await app.given.page({ html: `<p>{{@${included.id}}} ${many}</p>` })).id}`;
    const before = await api.get(path);
    expect(before.body).toMatchObject({ html: expect.stringContaining('in reach') });
    expect((await ifNoneMatch(etagOf(before)).get(path)).status).toBe(304);
    await app.database.query(`UPDATE page_contents SET html = '<p>changed</p>' WHERE page_id = $1`, [included.id]);
    expect((await ifNoneMatch(etagOf(before)).get(path)).status).toBe(200);
  });
});

it('the ETag of a book changes with its contents', async () => {
  const { id } = await app.given.book();
  const before = etagOf(await api.get(`/api/books/${id}`));
  await app.given.page({ bookId: id });
  expect(etagOf(await api.get(`/api/books/${id}`))).not.toBe(before);
});

it('errors have no ETag', async () => {
  expect(etagOf(await api.get('/api/pages/999999'))).toBe('');
});
