import { nonEmpty, type TestApi } from '@almanac/testing';
import { Deletion } from '../../content/trash/deletion.entity';
import { each, idOf, member, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { filesOf, multipart, picture } from '../../testing/uploads';

const FORBIDDEN = problem(403, 'You do not have permission to perform the requested action.');
const MISSING = problem(404, 'Image not found');

let app: ContentApp;
let editor: Person;
let api: TestApi;
let pageId: number;
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
  api = app.api.as(editor);
});
beforeEach(async () => {
  pageId = (await app.given.page()).id;
});
afterAll(() => app.close());

const form = (content: Uint8Array | string, name: string, fields: Record<string, string | number> = {}) =>
  multipart({ type: 'gallery', uploaded_to: pageId, ...fields }, { image: { content, name } });
const uploaded = async (name = 'a.png', fields: Record<string, string | number> = {}): Promise<unknown> =>
  (await api.post('/api/image-gallery', form(await picture(), name, fields))).body;
const month = () => new Date().toISOString().slice(0, 7);

describe('POST /api/image-gallery', () => {
  it('stores an image under its file name and returns HTML and Markdown markup', async () => {
    const { status, body } = await api.post('/api/image-gallery', form(await picture(), 'My Photo v1.2.png'));
    expect(status).toBe(200);
    const folder = `/uploads/images/gallery/${month()}`;
    const [url, shown] = [
      `${app.baseUrl}${folder}/my-photo-v1-2.png`,
      `${app.baseUrl}${folder}/scaled-1680-/my-photo-v1-2.png`,
    ];
    const person = { id: editor.id, name: editor.name, slug: editor.slug };
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'My Photo v1.2.png',
      url,
      path: `${folder}/my-photo-v1-2.png`,
      type: 'gallery',
      uploaded_to: pageId,
      created_by: person,
      updated_by: person,
      created_at: expect.stringMatching(/000Z$/),
      updated_at: expect.any(String),
      thumbs: { gallery: `${app.baseUrl}${folder}/thumbs-150-150/my-photo-v1-2.png`, display: shown },
      content: {
        html: `<a href="${url}" target="_blank"><img src="${shown}" alt="My Photo v1.2.png"></a>`,
        markdown: `![My Photo v1.2.png](${shown})`,
      },
    });
    expect((await api.get(`/api/image-gallery/${idOf(body)}`)).body).toEqual(body);
  });

  it('accepts a name, escapes it in HTML and removes its brackets in Markdown', async () => {
    const body = await uploaded('named.png', { name: `[A] <b> & "c" 'd'` });
    expect(textAt(body, 'content.html')).toContain('alt="[A] &lt;b&gt; &amp; &quot;c&quot; &#039;d&#039;"');
    expect(textAt(body, 'content.markdown')).toMatch(/^!\[A <b> & "c" 'd'\]\(/);
  });

  it('writes named characters of its name as entities in HTML only', async () => {
    const body = await uploaded('entities.png', { name: 'Größe € „Ω“ … ≤ 図 😀' });
    const escaped = 'Gr&ouml;&szlig;e &euro; &bdquo;&Omega;&ldquo; &hellip; &le; 図 😀';
    expect(textAt(body, 'content.html')).toContain(`alt="${escaped}"`);
    expect(textAt(body, 'content.markdown')).toMatch(/^!\[Größe € „Ω“ … ≤ 図 😀\]/);
  });

  it('returns drawio markup with the image id for a drawing', async () => {
    const body = await uploaded('drawing.png', { type: 'drawio' });
    const html = `<div drawio-diagram="${idOf(body)}"><img src="${app.baseUrl}/uploads/images/drawio/${month()}/drawing.png"></div>`;
    expect(body).toMatchObject({ type: 'drawio', content: { html, markdown: html } });
  });

  it('gives concurrent images with the same name different paths', async () => {
    const paths = each(
      { data: await Promise.all([uploaded('twin.png'), uploaded('twin.png'), uploaded('twin.png')]) },
      'path',
    );
    expect(new Set(paths).size).toBe(3);
    for (const path of nonEmpty(paths)) expect(path).toMatch(/\/([a-z0-9]{3})*twin\.png$/);
  });

  it.each([
    [
      'nothing',
      {},
      {
        type: ['The type field is required.'],
        uploaded_to: ['The uploaded to field is required.'],
        image: ['The image field is required.'],
      },
    ],
    ['the type of covers', { type: 'cover_book' }, { type: ['The selected type is invalid.'] }],
    ['the type of people', { type: 'user' }, { type: ['The selected type is invalid.'] }],
    ['the type of the system', { type: 'system' }, { type: ['The selected type is invalid.'] }],
    [
      'a name that is too long',
      { name: 'n'.repeat(181) },
      { name: ['The name may not be greater than 180 characters.'] },
    ],
  ])('returns 422 for a request with %s', async (what, fields, validation) => {
    const given = what === 'nothing' ? multipart({ x: 1 }) : form(await picture(), 'a.png', fields);
    const { status, body } = await api.post('/api/image-gallery', given);
    expect({ status, body }).toEqual({ status: 422, body: refused(validation) });
  });

  it('returns a validation error for an image sent as text', async () => {
    const { body } = await api.post('/api/image-gallery', { type: 'gallery', uploaded_to: pageId, image: 'text' });
    expect(member(body, 'error.validation.image')).toContain('The image must be provided as a valid file.');
  });

  it('returns 404 and stores nothing for a missing or hidden page', async () => {
    const before = await filesOf(app);
    const blind = app.api.as(await app.given.user({ permissions: ['image-create-all'] }));
    for (const answer of [
      await api.post('/api/image-gallery', form(await picture(), 'a.png', { uploaded_to: 999_999 })),
      await blind.post('/api/image-gallery', form(await picture(), 'a.png')),
    ])
      expect(answer).toMatchObject({ status: 404, body: problem(404, 'Page not found') });
    expect(await filesOf(app)).toEqual(before);
  });
});

describe('GET /api/image-gallery', () => {
  const list = async (query: string, caller = api) =>
    (await caller.get(`/api/image-gallery?filter[uploaded_to]=${pageId}&${query}`)).body;

  it('filters and sorts by the documented fields, including the URL', async () => {
    const first = await uploaded('first.png');
    const drawing = await uploaded('second.png', { type: 'drawio' });
    expect(each(await list('sort=-name'), 'id')).toEqual([idOf(drawing), idOf(first)]);
    expect(each(await list('filter[type]=drawio'), 'id')).toEqual([idOf(drawing)]);
    expect(each(await list(`filter[url]=${encodeURIComponent(textAt(first, 'url'))}`), 'id')).toEqual([idOf(first)]);
    expect(each(await list('sort=-url&filter[path:like]=%25gallery%25'), 'id')).toEqual([idOf(first)]);
    expect(await list('count=1')).toMatchObject({
      total: 2,
      data: [
        {
          id: idOf(first),
          url: textAt(first, 'url'),
          created_by: editor.id,
          updated_by: editor.id,
          uploaded_to: pageId,
        },
      ],
    });
  });

  it('excludes covers and images of hidden pages', async () => {
    const image = await uploaded();
    expect(await list('', app.api.as(await app.given.user()))).toEqual({ data: [], total: 0 });
    await app.database.query(`UPDATE images SET type = 'cover_book' WHERE id = $1`, [idOf(image)]);
    expect(await list('')).toEqual({ data: [], total: 0 });
    expect((await api.get(`/api/image-gallery/${idOf(image)}`)).body).toEqual(MISSING);
  });
});

describe('the image data endpoints', () => {
  it('return the uploaded bytes by id and by URL', async () => {
    const content = await picture(30, 20);
    const { body } = await api.post('/api/image-gallery', form(content, 'data.png'));
    for (const at of [`${idOf(body)}/data`, `url/data?url=${encodeURIComponent(textAt(body, 'url'))}`]) {
      const answer = await fetch(`${app.api.baseUrl}/api/image-gallery/${at}`, {
        headers: { authorization: `Token ${editor.token}` },
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename/);
    }
  });

  it.each([
    ['', 422, refused({ url: ['The url field is required.'] })],
    ['?url=abc', 422, refused({ url: ['The url format is invalid.'] })],
    ['?url=https://elsewhere.example/uploads/images/gallery/a.png', 404, problem(404, 'Image Not Found')],
    ['?url=https://docs.example/uploads/images/gallery/2020-01/none.png', 404, problem(404, 'Image Not Found')],
    ['?url=https://docs.example/uploads/images/../../etc/passwd.png', 404, problem(404, 'Image Not Found')],
    ['?url=https://docs.example.evil.example/uploads/images/a.png', 404, problem(404, 'Image Not Found')],
  ])('answer the query %j with %d', async (query, status, body) => {
    expect(await api.get(`/api/image-gallery/url/data${query}`)).toMatchObject({ status, body });
  });
});

describe('PUT and DELETE /api/image-gallery/{id}', () => {
  it('rename an image without changing its URL', async () => {
    const image = await uploaded('stays.png');
    const other = await app.given.editor();
    const { body } = await app.api.as(other).put(`/api/image-gallery/${idOf(image)}`, { name: 'Renamed' });
    expect(body).toMatchObject({
      name: 'Renamed',
      url: textAt(image, 'url'),
      updated_by: { id: other.id },
      created_by: { id: editor.id },
    });
  });

  it('remove the record, the file and its thumbnails', async () => {
    const before = await filesOf(app);
    const image = await uploaded('removed.png');
    expect((await filesOf(app)).length).toBe(before.length + 3);
    expect(await api.delete(`/api/image-gallery/${idOf(image)}`)).toMatchObject({ status: 204, text: '' });
    expect(await filesOf(app)).toEqual(before);
    expect(await api.get(`/api/image-gallery/${idOf(image)}`)).toMatchObject({ status: 404, body: MISSING });
    expect((await app.api.get(textAt(image, 'path'))).status).toBe(404);
    expect(textAt(await uploaded('removed.png'), 'path')).toBe(textAt(image, 'path'));
  });

  it('check the PUT input (422), then the image (404), then the permission (403)', async () => {
    const id = idOf(await uploaded());
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.put('/api/image-gallery/999999', { name: 'n'.repeat(181) })).status).toBe(422);
    expect((await viewer.put('/api/image-gallery/999999', { name: 'x' })).status).toBe(404);
    expect(await viewer.put(`/api/image-gallery/${id}`, { name: 'x' })).toMatchObject({ status: 403, body: FORBIDDEN });
  });
});

describe('access to images', () => {
  it('lets viewers read images and rejects their changes with 403', async () => {
    const id = idOf(await uploaded());
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.get(`/api/image-gallery/${id}`)).status).toBe(200);
    expect((await viewer.get(`/api/image-gallery/${id}/data`)).status).toBe(200);
    expect(await viewer.post('/api/image-gallery', { type: 'x' })).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await viewer.delete(`/api/image-gallery/${id}`)).toMatchObject({ status: 403, body: FORBIDDEN });
    const replacing = await viewer.put(
      `/api/image-gallery/${id}`,
      multipart({}, { image: { content: await picture(), name: 'b.png' } }),
    );
    expect(replacing).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('returns 404 to callers who cannot see the page, despite their image permissions', async () => {
    const id = idOf(await uploaded());
    const blind = app.api.as(await app.given.user({ permissions: ['image-update-all', 'image-delete-all'] }));
    for (const answer of [
      await blind.get(`/api/image-gallery/${id}`),
      await blind.get(`/api/image-gallery/${id}/data`),
      await blind.put(`/api/image-gallery/${id}`, { name: 'x' }),
      await blind.delete(`/api/image-gallery/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: MISSING });
  });

  it("limits own-permissions to the caller's images", async () => {
    const author = await app.given.user({
      permissions: ['page-view-all', 'image-create-all', 'image-update-own', 'image-delete-own'],
    });
    const caller = app.api.as(author);
    const mine = idOf((await caller.post('/api/image-gallery', form(await picture(), 'mine.png'))).body);
    const others = idOf(await uploaded('others.png'));
    expect((await caller.put(`/api/image-gallery/${mine}`, { name: 'x' })).status).toBe(200);
    expect((await caller.put(`/api/image-gallery/${others}`, { name: 'x' })).status).toBe(403);
    expect((await caller.delete(`/api/image-gallery/${others}`)).status).toBe(403);
    expect((await caller.delete(`/api/image-gallery/${mine}`)).status).toBe(204);
  });
});

describe('an image whose page was destroyed', () => {
  let image: number;
  let path: string;
  let destroyer: TestApi;
  beforeEach(async () => {
    const { body } = await api.post('/api/image-gallery', form(await picture(), 'left.png'));
    [image, path] = [idOf(body), textAt(body, 'path')];
    destroyer = app.api.as(await app.given.user({ permissions: ['image-delete-all', 'image-update-all'] }));
    const admin = app.api.as(await app.given.admin());
    await admin.delete(`/api/pages/${pageId}`);
    const deletion = await app.database.source.getRepository(Deletion).maximum('id');
    expect((await admin.delete(`/api/recycle-bin/${deletion}`)).status).toBe(200);
  });

  const listed = async (caller: TestApi) =>
    each((await caller.get(`/api/image-gallery?filter[id]=${image}`)).body, 'uploaded_to');

  it('is listed, read, changed and deleted by callers who may delete all images', async () => {
    expect(await listed(destroyer)).toEqual([null]);
    expect(await destroyer.get(`/api/image-gallery/${image}`)).toMatchObject({
      status: 200,
      body: { uploaded_to: null, created_by: { id: editor.id } },
    });
    expect((await destroyer.get(`/api/image-gallery/${image}/data`)).status).toBe(200);
    expect((await destroyer.get(`/api/image-gallery/${image}/original`)).status).toBe(200);
    expect((await destroyer.put(`/api/image-gallery/${image}`, { name: 'Left' })).status).toBe(200);
    expect((await destroyer.delete(`/api/image-gallery/${image}`)).status).toBe(204);
    expect((await filesOf(app)).filter((file) => file.endsWith('left.png'))).toEqual([]);
    expect((await app.api.get(path)).status).toBe(404);
  });

  it('is missing for all others, as before', async () => {
    const author = app.api.as(
      await app.given.user({ permissions: ['page-view-all', 'image-delete-own', 'image-update-all'] }),
    );
    expect(await listed(author)).toEqual([]);
    for (const answer of [
      await author.get(`/api/image-gallery/${image}`),
      await author.get(`/api/image-gallery/${image}/data`),
      await author.put(`/api/image-gallery/${image}`, { name: 'x' }),
      await author.delete(`/api/image-gallery/${image}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: MISSING });
  });
});
