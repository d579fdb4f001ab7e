import type { TestApi } from '@almanac/testing';
import sharp from 'sharp';
import { each, idOf, member, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { decompressionBomb, filesOf, movingPng, multipart, picture } from '../../testing/uploads';

const NO_IMAGE = refused({ image: ['The image must be a file of type: jpeg, png, gif, webp, avif.'] });
const TOO_LARGE = refused({ image: ['The image may not have more than 50 megapixels.'] });

let app: ContentApp;
let api: TestApi;
let pageId: number;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
  pageId = (await app.given.page()).id;
});
afterAll(() => app.close());

const file = (content: Uint8Array | string, name: string) => ({ image: { content, name } });
const upload = (content: Uint8Array | string, name: string) =>
  api.post('/api/image-gallery', multipart({ type: 'gallery', uploaded_to: pageId }, file(content, name)));
const replace = (id: number, content: Uint8Array | string, name: string) =>
  api.put(`/api/image-gallery/${id}`, multipart({}, file(content, name)));

async function pixelsAt(
  address: string,
): Promise<{ format: string | undefined; size: [number, number]; colour: number[] }> {
  const answer = await fetch(address.replace(app.baseUrl, app.api.baseUrl));
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  const { format, width, height } = await image.metadata();
  const [red = 0, green = 0, blue = 0] = await image.removeAlpha().raw().toBuffer();
  return { format, size: [width, height], colour: [red, green, blue] };
}
const shapeAt = async (address: string) => (await pixelsAt(address)).size;

describe('the thumbnails of an image', () => {
  it('are a 150-pixel square and a form at most 1680 pixels wide', async () => {
    const { body: large } = await upload(await picture(3000, 600), 'large.png');
    expect(await shapeAt(textAt(large, 'thumbs.gallery'))).toEqual([150, 150]);
    expect(await shapeAt(textAt(large, 'thumbs.display'))).toEqual([1680, 336]);
    const { body: small } = await upload(await picture(64, 32), 'small.png');
    expect(await shapeAt(textAt(small, 'thumbs.gallery'))).toEqual([150, 150]);
    expect(await shapeAt(textAt(small, 'thumbs.display'))).toEqual([64, 32]);
    expect(await shapeAt(textAt(small, 'url'))).toEqual([64, 32]);
  });

  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('keep the format %s', async (format) => {
    const { body } = await upload(await picture(20, 10, format), `a.${format}`);
    const expected = (await pixelsAt(textAt(body, 'url'))).format;
    for (const form of ['gallery', 'display'])
      expect((await pixelsAt(textAt(body, `thumbs.${form}`))).format).toBe(expected);
  });

  it('use the original file in place of a scaled form for an animation', async () => {
    const { body } = await upload(await picture(20, 10, 'gif'), 'moves.gif');
    expect(member(body, 'thumbs.display')).toBe(textAt(body, 'url'));
    expect(textAt(body, 'content.html')).toContain(`<img src="${textAt(body, 'url')}"`);
    expect(await shapeAt(textAt(body, 'thumbs.gallery'))).toEqual([150, 150]);
    expect((await api.get(`/api/image-gallery/${idOf(body)}`)).body).toEqual(body);
  });

  it('apply the EXIF orientation and contain no EXIF data', async () => {
    const sideways = await sharp(await picture(40, 20, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(sideways, 'sideways.jpg');
    expect(await shapeAt(textAt(body, 'thumbs.display'))).toEqual([20, 40]);
    const answer = await fetch(textAt(body, 'thumbs.display').replace(app.baseUrl, app.api.baseUrl));
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).exif).toBeUndefined();
  });

  it('exist for an image that was embedded in page HTML', async () => {
    const data = (await picture(16, 16)).toString('base64');
    const { body: page } = await api.put(`/api/pages/${pageId}`, {
      html: `<p><img src="data:image/png;base64,${data}"></p>`,
    });
    const [id] = each(
      (await api.get(`/api/image-gallery?filter[name:like]=embedded-image%25&filter[uploaded_to]=${idOf(page)}`)).body,
      'id',
    );
    const { body } = await api.get(`/api/image-gallery/${String(id)}`);
    expect(await shapeAt(textAt(body, 'thumbs.gallery'))).toEqual([150, 150]);
    expect(await shapeAt(textAt(body, 'thumbs.display'))).toEqual([16, 16]);
  });

  it('are null when the image file is missing', async () => {
    const { body } = await upload(await picture(), 'spoilt.png');
    await app.database.query(`UPDATE images SET path = '/uploads/images/gallery/gone.png' WHERE id = $1`, [idOf(body)]);
    const { status, body: spoilt } = await api.get(`/api/image-gallery/${idOf(body)}`);
    expect({ status, thumbs: member(spoilt, 'thumbs') }).toEqual({
      status: 200,
      thumbs: { gallery: null, display: null },
    });
    expect(textAt(spoilt, 'content.html')).toContain(`<img src="${app.baseUrl}/uploads/images/gallery/gone.png"`);
  });
});

describe('the display form of an image', () => {
  const colours = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    });
  /** Few colours: encoded anew in full colour, it would be larger. */
  const screenshot = (width: number, height: number) =>
    colours(width, height).png({ palette: true, colours: 8 }).toBuffer();

  it.each([
    ['a picture of few colours', () => screenshot(1200, 800), 'shot.png'],
    ['a wide picture of few colours', () => screenshot(2560, 1440), 'wide.png'],
    ['a JPEG of low quality', () => colours(1800, 1200).jpeg({ quality: 10 }).toBuffer(), 'low.jpg'],
    ['a WebP of low quality', () => colours(1700, 900).webp({ quality: 5 }).toBuffer(), 'low.webp'],
    ['a photo', () => colours(2400, 1600).jpeg({ quality: 95 }).toBuffer(), 'photo.jpg'],
    ['a GIF with the name of a PNG', () => picture(300, 200, 'gif'), 'gif.png'],
  ])('is never larger than the file of %s', async (_, content, name) => {
    const { body } = await upload(await content(), name);
    const bytes = async (address: string) =>
      (await app.api.get(new URL(address).pathname)).headers.get('content-length');
    const [file, shown] = [await bytes(textAt(body, 'url')), await bytes(textAt(body, 'thumbs.display'))];
    expect(Number(shown)).toBeGreaterThan(0);
    expect(Number(shown)).toBeLessThanOrEqual(Number(file));
  });
});

describe('the names of a supported image type', () => {
  const NAMES = [
    ...['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp', 'JPEG', 'JFIF'].map((ending) => [ending, 'jpeg'] as const),
    ...['png', 'apng', 'PNG'].map((ending) => [ending, 'png'] as const),
    ['gif', 'gif'] as const,
    ['webp', 'webp'] as const,
    ...['avif', 'avifs'].map((ending) => [ending, 'avif'] as const),
  ];

  it.each(NAMES)('include .%s, which is served as %s', async (ending, type) => {
    const { status, body } = await upload(await picture(20, 10, type), `Summer.${ending}`);
    expect(status).toBe(200);
    const { headers } = await app.api.get(textAt(body, 'path'));
    expect([headers.get('content-type'), textAt(body, 'path')]).toEqual([
      `image/${type}`,
      expect.stringMatching(new RegExp(`summer[^/]*\\.${ending}$`)),
    ]);
    expect((await app.api.get(new URL(textAt(body, 'thumbs.gallery')).pathname)).status).toBe(200);
  });

  it.each(['moving.png', 'moving.apng'])(
    'include those of an animated PNG called %s, which is shown unscaled',
    async (name) => {
      const { status, body } = await upload(await movingPng(), name);
      expect(status).toBe(200);
      expect(member(body, 'thumbs.display')).toBe(textAt(body, 'url'));
    },
  );

  it.each(['png', 'apng', 'x-png', 'jpeg', 'jfif', 'jpg'])('include data:image/%s within a text', async (subtype) => {
    const content = subtype.includes('png') ? await movingPng() : await picture(8, 8, 'jpeg');
    const address = `data:image/${subtype};base64,${content.toString('base64')}`;
    const { body } = await api.put(`/api/pages/${pageId}`, { html: `<p><img src="${address}"></p>` });
    const [, stored = ''] = /<img src="([^"]*)"/.exec(textAt(body, 'html')) ?? [];
    const { status, headers } = await app.api.get(new URL(stored).pathname);
    expect([status, headers.get('content-type')]).toEqual([200, subtype.includes('png') ? 'image/png' : 'image/jpeg']);
  });
});

describe('POST /api/image-gallery with a suspicious image', () => {
  it.each([
    ['a text with the name of one', () => 'no picture', 'fake.png'],
    ['half of one', async () => (await picture(300, 300)).subarray(0, 60), 'half.png'],
  ])('rejects %s with 422 and stores nothing', async (_, content, name) => {
    const before = await filesOf(app);
    const { status, body } = await upload(await content(), name);
    expect({ status, body }).toEqual({ status: 422, body: NO_IMAGE });
    expect(await filesOf(app)).toEqual(before);
    expect((await api.get(`/api/image-gallery?filter[name]=${name}`)).body).toMatchObject({ total: 0 });
  });

  it('names the limit of a small file that claims to be huge', async () => {
    const { status, body } = await upload(decompressionBomb(), 'bomb.png');
    expect({ status, body }).toEqual({ status: 422, body: TOO_LARGE });
  });

  it('rejects SVG by its extension and by its content', async () => {
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>';
    expect((await upload(svg, 'a.svg')).body).toEqual(
      refused({
        image: [
          'The image must have a valid & supported image extension.',
          'The image must be a file of type: jpeg, png, gif, webp, avif.',
        ],
      }),
    );
    expect((await upload(svg, 'a.png')).body).toEqual(NO_IMAGE);
  });

  it('accepts a GIF with a PNG extension, and scales it like a PNG', async () => {
    const { status, body } = await upload(await picture(8, 8, 'gif'), 'really-a-gif.png');
    expect(status).toBe(200);
    expect(textAt(body, 'thumbs.display')).toBe(textAt(body, 'url').replace('really-', 'scaled-1680-/really-'));
    expect(await shapeAt(textAt(body, 'thumbs.display'))).toEqual([8, 8]);
  });
});

describe('replacing the file of an image', () => {
  it('keeps the URL and the name and renews the file, thumbnails and ETag', async () => {
    const { body } = await upload(await picture(8, 8, 'png', '#ff0000'), 'red.png');
    const etag = (await app.api.get(textAt(body, 'path'))).headers.get('etag');
    const { status, body: replaced } = await replace(idOf(body), await picture(30, 10, 'png', '#0000ff'), 'blue.PNG');
    expect({ status, replaced }).toEqual({
      status: 200,
      replaced: { ...(body as object), updated_at: expect.any(String) },
    });
    expect(await pixelsAt(textAt(body, 'url'))).toEqual({ format: 'png', size: [30, 10], colour: [0, 0, 255] });
    for (const form of ['gallery', 'display'])
      expect((await pixelsAt(textAt(body, `thumbs.${form}`))).colour).toEqual([0, 0, 255]);
    expect((await app.api.get(textAt(body, 'path'))).headers.get('etag')).not.toBe(etag);
  });

  it('returns 422 for another file type and keeps the old file', async () => {
    const { body } = await upload(await picture(8, 8, 'png', '#ff0000'), 'kept.png');
    const { status, body: refusal } = await replace(idOf(body), await picture(8, 8, 'jpeg'), 'other.jpg');
    const text = 'Image file replacements must be of the same type';
    expect({ status, refusal }).toEqual({
      status: 422,
      refusal: { error: expect.objectContaining({ message: text, validation: { image: [text] }, code: 422 }) },
    });
    expect((await replace(idOf(body), decompressionBomb(), 'bomb.png')).body).toEqual(TOO_LARGE);
    expect((await replace(idOf(body), 'text', 'text.png')).body).toEqual(NO_IMAGE);
    expect((await pixelsAt(textAt(body, 'url'))).colour).toEqual([255, 0, 0]);
  });

  it('by an animation removes the scaled form', async () => {
    const { body } = await upload(await picture(8, 8, 'webp'), 'still.webp');
    const frames = await Promise.all(['#f00', '#00f'].map((colour) => picture(8, 8, 'png', colour)));
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const { body: replaced } = await replace(idOf(body), animation, 'moving.webp');
    expect(member(replaced, 'thumbs.display')).toBe(textAt(body, 'url'));
    expect((await app.api.get(textAt(body, 'thumbs.display').replace(app.baseUrl, ''))).status).toBe(404);
  });

  it('returns 404 for an unknown image', async () => {
    expect(await replace(999_999, await picture(), 'a.png')).toMatchObject({
      status: 404,
      body: problem(404, 'Image not found'),
    });
  });
});
