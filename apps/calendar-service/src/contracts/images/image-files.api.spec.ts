import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFileStore } from '@almanac/storage';
import { TestApi } from '@almanac/testing';
import sharp from 'sharp';
import { NAMESPACE, readCalendarSettings } from '../../config';
import { createCalendarApp } from '../../start';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { stripImages } from '../../calendar/images/strip-images';
import { ImageHost, picture } from '../../testing/image-host';
import { DAY, imageOf, imageRequests } from './image-requests';

let host: ImageHost;
let app: CalendarApp;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

const { fresh, stored, files } = imageRequests(() => ({ app, host }));
/** The answer of the test's own server for a public address. */
const bytesAt = (address: string) => fetch(address.replace('https://calendar.example', app.api.baseUrl));

describe('an image given by its URL', () => {
  it('is fetched, stored and shown in all smaller sizes', async () => {
    const png = await picture(640, 480);
    const { image } = await app.given.event({ image: host.serve('/My%20Photo.png?size=1', png) });
    const name = String.raw`https://calendar\.example/calendar/events/v1/uploads/images/\d{4}-\d\d/my-photo-\w+`;
    const size = (width: number, height: number) => ({
      width,
      height,
      'mime-type': 'image/png',
      filesize: expect.any(Number),
      url: expect.stringMatching(new RegExp(`^${name}-${width}x${height}\\.png$`)),
    });
    expect(image).toEqual({
      url: expect.stringMatching(new RegExp(`^${name}\\.png$`)),
      id: expect.any(Number),
      extension: 'png',
      width: 640,
      height: 480,
      filesize: png.length,
      sizes: { thumbnail: size(150, 150), medium: size(300, 225) },
    });
  });

  it('is served at the shown URLs with cache headers', async () => {
    const { url, sizes } = await stored();
    for (const address of [url, sizes['medium']!.url]) {
      const response = await bytesAt(address);
      expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
        200,
        {
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'content-disposition': expect.stringMatching(/^inline/),
        },
      ]);
      expect(response.headers.get('expires')).toBeNull();
      const again = await fetch(response.url, {
        headers: { 'if-none-match': response.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
      });
      expect(again.status).toBe(304);
    }
  });

  it('is reused without another fetch when it was used before', async () => {
    const address = await fresh();
    const first = imageOf(await app.given.event({ image: address }));
    const before = host.asked.length;
    const again = [
      await app.given.event({ image: address }),
      await app.given.venue({ image: `${address}#part` }),
      await app.given.event({ image: first.url }),
      await app.given.event({ image: first.sizes['medium']!.url }),
    ];
    expect(again.map((record) => imageOf(record).id)).toEqual(again.map(() => first.id));
    expect(host.asked.length).toBe(before);
  });

  it('is stored once under concurrent requests to two processes', async () => {
    const other = await createCalendarApp(readCalendarSettings(app.environment));
    try {
      await other.listen(0, '127.0.0.1');
      const address = await fresh();
      const [before, editor] = [await files(), app.given.editor()];
      const apis = [app.api.as(editor), new TestApi(await other.getUrl(), { authorization: `Token ${editor.token}` })];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          apis[i % 2]!.post(`${i % 2 ? `/${NAMESPACE}` : ''}/events`, { ...DAY, image: address }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => imageOf(body).id)).size).toBe(1);
      expect(host.asked.filter((path) => address.endsWith(path)).length).toBeLessThanOrEqual(2);
      // The image and two smaller forms of it, and no files of the second request.
      expect((await files()).length - before.length).toBe(3);
    } finally {
      await other.close();
    }
  });

  it.each(['jpeg', 'gif', 'webp', 'avif'] as const)('can be a %s with any file name', async (format) => {
    const extension = format === 'jpeg' ? 'jpg' : format;
    const address = host.serve(`/photo-${format}.txt`, await picture(200, 100, format), 'text/plain');
    const type = format === 'avif' ? 'image/webp' : `image/${format}`;
    const image = (await app.given.event({ image: address }))['image'];
    expect(image).toMatchObject({ extension, sizes: { thumbnail: { width: 150, height: 100, 'mime-type': type } } });
    expect((await bytesAt(imageOf({ image }).url)).headers.get('content-type')).toBe(`image/${format}`);
  });

  it('has no sizes when it is small', async () => {
    const { image } = await app.given.event({ image: await fresh(20, 10) });
    expect(image).toMatchObject({ width: 20, height: 10 });
    expect(image).not.toHaveProperty('sizes');
  });

  it('is fetched through redirects', async () => {
    const target = await fresh();
    const moved = host.serve('/moved', (response) => response.writeHead(302, { location: target }).end());
    expect(await app.given.event({ image: moved })).toMatchObject({ image: { width: 640 } });
  });
});

describe('a stored image', () => {
  const SECRET = 'SECRETEXIF';

  it('is upright and contains no location', async () => {
    const photo = await sharp(await picture(640, 480, 'jpeg'))
      .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { image } = await app.given.event({ image: host.serve('/photo.jpg', photo, 'image/jpeg') });
    expect(image).toMatchObject({ width: 480, height: 640 });
    const shown = imageOf({ image });
    for (const { url } of [shown, ...Object.values(shown.sizes)]) {
      const bytes = Buffer.from(await (await bytesAt(url)).arrayBuffer());
      expect(bytes.includes(SECRET)).toBe(false);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
  });

  it('of an older version loses its metadata once', async () => {
    const { image } = await app.given.event({
      image: host.serve('/old.jpg', await picture(640, 480, 'jpeg'), 'image/jpeg'),
    });
    const { id, url } = imageOf({ image });
    const file = path.join(app.storage, new URL(url).pathname.replace(/^.*\/uploads\//, ''));
    const telling = await sharp(file)
      .withExif({ IFD0: { Artist: SECRET } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await writeFile(file, telling);
    const files = openFileStore(pathToFileURL(app.storage).href);
    expect(await stripImages(app.database, files)).toMatchObject({ changed: 1 });
    expect((await readFile(file)).includes(SECRET)).toBe(false);
    expect(await app.given.event({ image: id })).toMatchObject({
      image: { url, width: 480, height: 640, filesize: (await readFile(file)).length },
    });
    expect(await stripImages(app.database, files)).toMatchObject({ changed: 0 });
  });

  it.each([
    ['/end.jpg', 1],
    ['/half.jpg', 0.5],
  ])('can be incomplete, as in browsers: %s', async (where, part) => {
    const whole = await picture(2_000, 1_000, 'jpeg');
    const address = host.serve(where, whole.subarray(0, Math.floor((whole.length - 2) * part)), 'image/jpeg');
    expect(await app.given.event({ image: address })).toMatchObject({ image: { width: 2_000, height: 1_000 } });
  });
});

it('a folder of images that is missing makes requests for files fail with 503, and is not made again', async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'almanac-missing-'));
  const folder = path.join(scratch, 'files');
  const other = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host, STORAGE_URL: pathToFileURL(folder).href });
  const requests = imageRequests(() => ({ app: other, host }));
  expect(await other.api.atRoot().get('/readyz')).toMatchObject({
    status: 503,
    body: { checks: { files: 'failing' } },
  });
  await mkdir(folder);
  expect((await other.api.atRoot().get('/readyz')).status).toBe(200);
  const { url } = await requests.stored();
  const address = url.replace('https://calendar.example', other.api.baseUrl);
  await rename(folder, `${folder}-elsewhere`);
  expect((await fetch(address)).status).toBe(503);
  expect((await requests.send('POST', '/events', { ...DAY, image: await requests.fresh() })).status).toBe(503);
  expect(existsSync(folder)).toBe(false);
  await rename(`${folder}-elsewhere`, folder);
  expect((await fetch(address)).status).toBe(200);
  await other.close();
  await rm(scratch, { recursive: true });
});

it('image URLs begin with the prefix of the request', async () => {
  const { id } = await app.given.event({ image: await fresh() });
  const { body } = await app.api.with({ 'x-forwarded-prefix': '/other/prefix' }).get(`/events/${id}`);
  expect(imageOf(body).url).toMatch(/^https:\/\/calendar\.example\/other\/prefix\/uploads\/images\//);
  expect(await app.given.event({ image: imageOf(body).url })).toMatchObject({ image: { id: imageOf(body).id } });
});

it.each([
  '/uploads/images',
  '/uploads/images/',
  '/uploads/images/2031-01/none.png',
  '/uploads/images/..%2f..%2fetc%2fpasswd',
  '/uploads/images/2031-01/a.svg',
])('GET %s answers 404', async (where) => {
  const { status, body } = await app.api.get(where);
  expect([status, body]).toMatchObject([404, { code: 'rest_no_route' }]);
});

it('image files are stored only in the folder of images', async () => {
  await stored();
  expect(await readdir(app.storage)).toEqual(['images']);
});
