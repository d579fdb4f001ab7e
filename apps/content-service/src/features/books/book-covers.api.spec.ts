import sharp from 'sharp';
import { type ContentApp, startContent } from '../../testing/content-app';
import { idOf, member, refused, textAt } from '../../testing/answers';
import type { Person } from '../../testing/given';
import { decompressionBomb, filesOf, multipart, picture } from '../../testing/uploads';
import type { TestApi } from '@almanac/testing';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '1' });
  editor = await app.given.editor();
  api = app.api.as(editor);
});
afterAll(() => app.close());

const cover = (content: Uint8Array, name: string, fields: Record<string, string> = {}) =>
  multipart(fields, { image: { content, name } });

const stored = () => filesOf(app);

const served = (body: unknown) => textAt(body, 'cover.url').replace(app.baseUrl, '');

describe.each(['books', 'shelves'] as const)('the cover image in /api/%s', (kind) => {
  const type = kind === 'books' ? 'cover_book' : 'cover_bookshelf';

  it('appears in the record and the list after a multipart upload', async () => {
    const { status, body } = await api.post(
      `/api/${kind}`,
      cover(await picture(), 'My Photo.v2.PNG', { name: 'With a cover' }),
    );
    expect(status).toBe(200);
    const at = `/uploads/images/${type}/${new Date().toISOString().slice(0, 7)}/my-photo-v2.PNG`;
    expect(member(body, 'cover')).toEqual({
      id: expect.any(Number),
      name: 'My Photo.v2.PNG',
      url: app.baseUrl + at,
      path: at,
      type,
      uploaded_to: idOf(body),
      created_by: editor.id,
      updated_by: editor.id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/),
      updated_at: expect.any(String),
    });
    expect((await api.get(`/api/${kind}/${idOf(body)}`)).body).toMatchObject({ cover: member(body, 'cover') });
    const listed = await api.get(`/api/${kind}?filter[id]=${idOf(body)}`);
    expect(member(listed.body, 'data.0.cover')).toEqual({
      id: member(body, 'cover.id'),
      name: 'My Photo.v2.PNG',
      url: app.baseUrl + at,
    });
    expect((await app.api.get(at)).status).toBe(200);
  });

  it('survives other updates, and replacement or removal deletes its file', async () => {
    const before = await stored();
    const { body: made } = await api.post(`/api/${kind}`, { name: 'Covers come and go' });
    const at = `/api/${kind}/${idOf(made)}`;
    expect(member(made, 'cover')).toBeNull();
    const { body: first } = await api.put(at, cover(await picture(), 'first.png'));
    expect((await api.put(at, { description: 'kept' })).body).toMatchObject({
      cover: { id: member(first, 'cover.id') },
    });
    const second = await api.post(at, cover(await picture(8, 8, 'jpeg'), 'second.jpg', { _method: 'PUT' }));
    expect(second.body).toMatchObject({ cover: { name: 'second.jpg' } });
    expect((await app.api.get(served(first))).status).toBe(404);
    expect((await stored()).length).toBe(before.length + 1);
    expect((await api.put(at, { image: null })).body).toMatchObject({ cover: null });
    expect((await app.api.get(served(second.body))).status).toBe(404);
    expect(await stored()).toEqual(before);
    expect(
      (await app.database.query('SELECT 1 FROM images WHERE type = $1 AND uploaded_to = $2', [type, idOf(made)]))
        .length,
    ).toBe(0);
  });

  it.each([
    [
      'a text with the name of an image',
      () => Buffer.from('no picture'),
      'fake.png',
      ['The image must be a file of type: jpeg, png, gif, webp, avif.'],
    ],
    [
      'an image with the name of a text',
      picture,
      'picture.txt',
      ['The image must have a valid & supported image extension.'],
    ],
    ['an image without an extension', picture, 'picture', ['The image must have a valid & supported image extension.']],
    [
      'a drawing that can load others',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.svg',
      [
        'The image must have a valid & supported image extension.',
        'The image must be a file of type: jpeg, png, gif, webp, avif.',
      ],
    ],
    [
      'half an image',
      async () => (await picture(300, 300)).subarray(0, 60),
      'half.png',
      ['The image must be a file of type: jpeg, png, gif, webp, avif.'],
    ],
    [
      'a small file that claims to be a huge image',
      decompressionBomb,
      'bomb.png',
      ['The image may not have more than 50 megapixels.'],
    ],
    [
      'a file above the limit',
      () => Buffer.alloc(1_000 * 1024 + 1),
      'big.png',
      [
        'The image must be a file of type: jpeg, png, gif, webp, avif.',
        'The image may not be greater than 1000 kilobytes.',
      ],
    ],
  ])('cannot be %s', async (_what, content, name, image) => {
    const before = await stored();
    const { status, body } = await api.post(`/api/${kind}`, cover(await content(), name, { name: 'Refused' }));
    expect({ status, body }).toEqual({ status: 422, body: refused({ image }) });
    expect(await stored()).toEqual(before);
    expect((await api.get(`/api/${kind}?filter[name]=Refused`)).body).toMatchObject({ total: 0 });
  });

  it('stays in place when a replacement is rejected', async () => {
    const { body } = await api.post(`/api/${kind}`, cover(await picture(), 'old.png', { name: 'Keeps its cover' }));
    const { status } = await api.put(`/api/${kind}/${idOf(body)}`, cover(decompressionBomb(), 'bomb.png'));
    expect(status).toBe(422);
    expect((await app.api.get(served(body))).status).toBe(200);
    expect((await api.get(`/api/${kind}/${idOf(body)}`)).body).toMatchObject({ cover: { name: 'old.png' } });
  });
});

it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('a cover uploaded as %s keeps its format', async (format) => {
  const { status, body } = await api.post(
    '/api/books',
    cover(await picture(20, 10, format), `a.${format}`, { name: format }),
  );
  expect(status).toBe(200);
  const { headers } = await app.api.get(served(body));
  expect(headers.get('content-type')).toBe(`image/${format}`);
});

it('the service scales large covers down to 512 pixels and keeps small ones', async () => {
  const sizeOf = async (width: number, height: number) => {
    const { body } = await api.post('/api/books', cover(await picture(width, height), 'sized.png', { name: 'Sized' }));
    const answer = await fetch(new URL(served(body), app.api.baseUrl));
    const { width: w, height: h } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [w, h];
  };
  expect(await sizeOf(1024, 512)).toEqual([512, 256]);
  expect(await sizeOf(100, 2000)).toEqual([26, 512]);
  expect(await sizeOf(30, 20)).toEqual([30, 20]);
});

it('concurrent uploads of covers with the same name get separate files', async () => {
  const [one, two] = await Promise.all(
    ['One', 'Two'].map(async (name) => api.post('/api/books', cover(await picture(), 'same.png', { name }))),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(member(one?.body, 'cover.path')).not.toBe(member(two?.body, 'cover.path'));
});

it('a cover with path segments in its file name stays inside the cover folder', async () => {
  const { body } = await api.post('/api/books', cover(await picture(), '../../../etc/evil.png', { name: 'Traversal' }));
  expect(textAt(body, 'cover.path')).toMatch(/^\/uploads\/images\/cover_book\/\d{4}-\d\d\/[a-z0-9-]+\.png$/);
});
