import { selectColumns, sql } from '@almanac/database';
import type { TestApi } from '@almanac/testing';
import sharp from 'sharp';
import { Image } from '../../content/images/image.entity';
import { each, idOf, problem, textAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { filesOf, multipart, picture } from '../../testing/uploads';
import type { Person } from '../../testing/given';

const SECRET = 'SECRETEXIF';
const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

let app: ContentApp;
let keeping: ContentApp;
let editor: Person;
let pageId: number;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  keeping = await startContent({ STORAGE_KEEP_ORIGINALS: 'true' });
  editor = await app.given.editor();
});
beforeEach(async () => {
  pageId = (await app.given.page()).id;
});
afterAll(async () => {
  await app.close();
  await keeping.close();
});

/** An image with a GPS position and a rotated orientation. */
async function tellingPicture(format: (typeof FORMATS)[number] = 'jpeg', width = 40): Promise<Buffer> {
  return sharp(await picture(width, 20))
    .toFormat(format)
    .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1' } })
    .withMetadata(format === 'avif' ? {} : { orientation: 6 })
    .toBuffer();
}
const upload = (api: TestApi, page: number, content: Uint8Array, name: string) =>
  api.post('/api/image-gallery', multipart({ type: 'gallery', uploaded_to: page }, { image: { content, name } }));
async function bytesAt(path: string, at = app): Promise<Buffer> {
  return Buffer.from(await (await fetch(at.api.baseUrl + path)).arrayBuffer());
}
async function expectPrivate(path: string): Promise<void> {
  const bytes = await bytesAt(path);
  expect(bytes.includes(SECRET)).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
}
const pathsOf = async (page: number) =>
  (await app.database.source.getRepository(Image).findBy({ uploadedTo: page })).map(({ path }) => path);

describe('the public file of an image', () => {
  it.each(FORMATS)('contains no EXIF data after an upload as %s', async (format) => {
    const { status, body } = await upload(app.api.as(editor), pageId, await tellingPicture(format), `a.${format}`);
    expect(status).toBe(200);
    await expectPrivate(textAt(body, 'path'));
    const { width, height } = await sharp(await bytesAt(textAt(body, 'path'))).metadata();
    expect([width, height]).toEqual(format === 'avif' ? [40, 20] : [20, 40]);
  });

  it('contains no EXIF data after a replacement', async () => {
    const api = app.api.as(editor);
    const { body } = await upload(api, pageId, await picture(8, 8, 'jpeg'), 'replaced.jpeg');
    const form = multipart({}, { image: { content: await tellingPicture(), name: 'new.jpeg' } });
    expect((await api.put(`/api/image-gallery/${idOf(body)}`, form)).status).toBe(200);
    await expectPrivate(textAt(body, 'path'));
  });

  it.each(['html', 'markdown'])('contains no EXIF data when embedded in %s', async (field) => {
    const data = `data:image/jpeg;base64,${(await tellingPicture()).toString('base64')}`;
    const text = field === 'html' ? `<p><img src="${data}"></p>` : `![a](${data})`;
    expect((await app.api.as(editor).put(`/api/pages/${pageId}`, { [field]: text })).status).toBe(200);
    const paths = await pathsOf(pageId);
    expect(paths).toHaveLength(1);
    for (const path of paths) await expectPrivate(path);
  });

  it('contains no EXIF data after an import, also for covers and embedded images', async () => {
    const admin = await app.given.admin();
    const photo = await tellingPicture();
    const data = `data:image/jpeg;base64,${(await tellingPicture('jpeg', 60)).toString('base64')}`;
    const page = {
      name: 'Page',
      html: `<p><img src="[[bsexport:image:1]]"><img src="${data}"></p>`,
      images: [{ id: 1, name: 'Photo', file: 'photo.jpeg', type: 'gallery' }],
    };
    const archive = await archiveOf(
      { book: { name: 'Book', cover: 'photo.jpeg', pages: [page] } },
      { 'photo.jpeg': photo },
    );
    const { body } = await uploadArchive(app, admin, archive);
    const run = await app.api.as(admin).post(`/api/imports/${idOf(body)}`, {});
    expect(run.status).toBe(200);
    const rows = await app.database.query(
      sql`SELECT ${selectColumns(Image, 'image', 'path', 'type')} FROM images image WHERE uploaded_to = $1 AND type = 'cover_book'
        OR type = 'gallery' AND uploaded_to IN (SELECT id FROM pages WHERE book_id = $1) ORDER BY type`,
      [idOf(run.body)],
    );
    expect(rows.map(({ type }) => type)).toEqual(['cover_book', 'gallery', 'gallery']);
    for (const { path } of rows) await expectPrivate(path);
  });
});

describe('the original of an image', () => {
  const originals = async () => (await filesOf(keeping)).filter((file) => file.startsWith('originals/'));
  const read = (by: Person, id: number) =>
    fetch(`${keeping.api.baseUrl}/api/image-gallery/${id}/original`, {
      headers: { authorization: `Token ${by.token}` },
    });

  it('stays private to image editors with STORAGE_KEEP_ORIGINALS and disappears with the image', async () => {
    const [owner, viewer] = [await keeping.given.editor(), await keeping.given.viewer()];
    const page = await keeping.given.page();
    const photo = await tellingPicture();
    const { body } = await upload(keeping.api.as(owner), page.id, photo, 'kept.jpeg');
    expect((await bytesAt(textAt(body, 'path'), keeping)).includes(SECRET)).toBe(false);
    const answer = await read(owner, idOf(body));
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
    expect(await (await read(viewer, idOf(body))).json()).toEqual(
      problem(403, 'You do not have permission to perform the requested action.'),
    );
    const [kept] = await originals();
    for (const path of [`/${kept ?? ''}`, `/uploads/${kept ?? ''}`, `/uploads/images/../${kept ?? ''}`])
      expect((await fetch(keeping.api.baseUrl + path)).status).not.toBe(200);
    expect((await keeping.api.as(owner).delete(`/api/image-gallery/${idOf(body)}`)).status).toBe(204);
    expect(await originals()).toEqual([]);
  });

  it('is not kept after a replacement by an image without metadata', async () => {
    const api = keeping.api.as(await keeping.given.editor());
    const page = await keeping.given.page();
    const { body } = await upload(api, page.id, await tellingPicture(), 'again.jpeg');
    expect(await originals()).toHaveLength(1);
    const plain = await picture(9, 9, 'jpeg');
    await api.put(`/api/image-gallery/${idOf(body)}`, multipart({}, { image: { content: plain, name: 'b.jpeg' } }));
    expect(await originals()).toEqual([]);
  });

  it('is not kept without STORAGE_KEEP_ORIGINALS, and requests return the stored file', async () => {
    const { body } = await upload(app.api.as(editor), pageId, await tellingPicture(), 'plain.jpeg');
    expect((await filesOf(app)).filter((file) => file.startsWith('originals/'))).toEqual([]);
    const answer = await fetch(`${app.api.baseUrl}/api/image-gallery/${idOf(body)}/original`, {
      headers: { authorization: `Token ${editor.token}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(await bytesAt(textAt(body, 'path')))).toBe(true);
  });
});

describe('a truncated image', () => {
  it.each([
    ['a JPEG without its last two bytes', async () => (await picture(40, 20, 'jpeg')).subarray(0, -2), 'cut.jpeg'],
    ['a JPEG without its second half', async () => half(await picture(400, 200, 'jpeg')), 'half.jpeg'],
    ['a PNG without its second half', async () => half(await picture(400, 200)), 'half.png'],
  ])('is accepted when browsers can show it: %s', async (_what, image, name) => {
    const { status, body } = await upload(app.api.as(editor), pageId, await image(), name);
    expect(status).toBe(200);
    expect(each({ data: [body] }, 'thumbs.gallery')).toEqual([expect.stringContaining('thumbs-150-150')]);
    const book = multipart({ name: 'Covered' }, { image: { content: await image(), name } });
    expect((await app.api.as(editor).post('/api/books', book)).status).toBe(200);
  });
});

const half = (image: Buffer): Buffer => image.subarray(0, Math.ceil(image.length * 0.7));

it.each(['Pic.PNG', 'Pic.Png', 'pic.png'])('an image called %s keeps the case of its extension', async (name) => {
  const { body } = await upload(app.api.as(editor), pageId, await picture(), name);
  expect(textAt(body, 'path')).toMatch(new RegExp(`pic\\.${name.slice(4)}$`));
  expect(textAt(body, 'thumbs.gallery')).toMatch(new RegExp(`pic\\.${name.slice(4)}$`));
  const { headers } = await fetch(app.api.baseUrl + textAt(body, 'path'));
  expect(headers.get('content-type')).toBe('image/png');
});
