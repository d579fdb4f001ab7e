import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFileStore } from '@almanac/storage';
import { TestApi } from '@almanac/testing';
import sharp from 'sharp';
import { NAMESPACE, readCalendarSettings } from '../../config';
import { createCalendarApp } from '../../start';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { stripImages } from '../../calendar/images/strip-images';
import type { Made } from '../../testing/given';
import { ImageHost, picture } from '../../testing/image-host';

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

const DAY = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
const KINDS = [
  ['events', DAY],
  ['venues', { venue: 'Hall' }],
  ['organizers', { organizer: 'Ann' }],
] as const;

interface Shown {
  id: number;
  url: string;
  sizes: Record<string, { width: number; height: number; url: string }>;
}
const imageOf = (record: unknown): Shown => (record as { image: Shown }).image;
const send = (method: string, where: string, body: object, by = app.given.editor()) =>
  app.api.as(by).send(method, where, body);
const posted = async (where: string, body: object): Promise<Made> => {
  const { status, body: made } = await send('POST', where, body);
  expect([status, made]).toMatchObject([201, {}]);
  return made as Made;
};
let served = 0;
/** The address of an image that no request has used yet. */
const fresh = async (width = 640, height = 480): Promise<string> =>
  host.serve(`/fresh-${(served += 1)}.png`, await picture(width, height));
/** A stored image, as an event shows it. */
const stored = async () => imageOf(await app.given.event({ image: await fresh() }));
/** The answer of the test's own server for a public address. */
const bytesAt = (address: string) => fetch(address.replace('https://calendar.example', app.api.baseUrl));
const files = async () =>
  (await readdir(app.storage, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const REFUSED = { code: 'rest_invalid_param', data: { status: 400, params: { image: 'Invalid parameter.' } } };

describe('an image by its address', () => {
  it('is fetched, kept and shown in all sizes that are smaller', async () => {
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

  it('is served at the addresses that are shown, for caches to keep', async () => {
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

  it('that was used before is the same image, without being asked for again', async () => {
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

  it('is one image when many use it at the same moment, in one process and in two', async () => {
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

  it.each(['jpeg', 'gif', 'webp', 'avif'] as const)('may be a %s, whatever it is called', async (format) => {
    const extension = format === 'jpeg' ? 'jpg' : format;
    const address = host.serve(`/photo-${format}.txt`, await picture(200, 100, format), 'text/plain');
    const type = format === 'avif' ? 'image/webp' : `image/${format}`;
    const image = (await app.given.event({ image: address }))['image'];
    expect(image).toMatchObject({ extension, sizes: { thumbnail: { width: 150, height: 100, 'mime-type': type } } });
    expect((await bytesAt(imageOf({ image }).url)).headers.get('content-type')).toBe(`image/${format}`);
  });

  it('that is small has no sizes', async () => {
    const { image } = await app.given.event({ image: await fresh(20, 10) });
    expect(image).toMatchObject({ width: 20, height: 10 });
    expect(image).not.toHaveProperty('sizes');
  });

  it('is that of where the address leads', async () => {
    const target = await fresh();
    const moved = host.serve('/moved', (response) => response.writeHead(302, { location: target }).end());
    expect(await app.given.event({ image: moved })).toMatchObject({ image: { width: 640 } });
  });
});

describe('an image that is taken over', () => {
  const SECRET = 'SECRETEXIF';

  it('does not tell where it was taken, and stands upright', async () => {
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

  it('of an older version loses what it tells, once', async () => {
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
  ])('may be cut off, as browsers show it: %s', async (where, part) => {
    const whole = await picture(2_000, 1_000, 'jpeg');
    const address = host.serve(where, whole.subarray(0, Math.floor((whole.length - 2) * part)), 'image/jpeg');
    expect(await app.given.event({ image: address })).toMatchObject({ image: { width: 2_000, height: 1_000 } });
  });
});

describe.each(KINDS)('the image of %s', (plural, fields) => {
  const unnamed = (more: object) => ({
    ...fields,
    ...Object.fromEntries(
      Object.keys(fields)
        .slice(0, 1)
        .map((name) => [name, `One ${(served += 1)}`]),
    ),
    ...more,
  });

  it('is given by its id, as text or number, and changed by PATCH', async () => {
    const [one, two] = [await stored(), await stored()];
    const record = await posted(`/${plural}`, unnamed({ image: String(one.id) }));
    expect(record).toMatchObject({ image: one });
    const patched = await send('PATCH', `/${plural}/${record.id}`, { image: two.id });
    expect(patched.body).toMatchObject({ image: two });
    expect((await app.api.get(`/${plural}/${record.id}`)).body).toMatchObject({ image: two });
  });

  it('may be given by its address to a record that is there', async () => {
    const { id } = await posted(`/${plural}`, unnamed({}));
    const { status, body } = await send('PUT', `/${plural}/${id}`, { image: await fresh() });
    expect([status, body]).toMatchObject([200, { id, image: { width: 640 } }]);
  });

  it('stays when something else is changed, and goes when it is taken away', async () => {
    for (const nothing of [null, '', 0, '0', false]) {
      const { id, image } = await posted(`/${plural}`, unnamed({ image: (await stored()).id }));
      expect((await send('PATCH', `/${plural}/${id}`, { description: 'new' })).body).toMatchObject({ image });
      expect((await send('PATCH', `/${plural}/${id}`, { image: nothing })).body).toMatchObject({ image: false });
    }
  });

  it('is none of ours: unknown, of another kind of record, or no address', async () => {
    const event = await app.given.event();
    const venue = await app.given.venue();
    const before = host.asked.length;
    for (const image of [
      99_999_999,
      '99999999',
      event.id,
      venue.id,
      -1,
      1.5,
      'foo',
      'ftp://x.example/a.png',
      true,
      [1],
      { id: 1 },
    ]) {
      const { status, body } = await send('POST', `/${plural}`, unnamed({ image }));
      expect([image, status, body]).toMatchObject([image, 400, REFUSED]);
    }
    expect(host.asked.length).toBe(before);
  });

  it('in schema.org’s words is the address of the whole image', async () => {
    const image = await stored();
    const { id } = await posted(`/${plural}`, unnamed({ image: image.id }));
    expect((await app.api.get(`/${plural}/${id}`)).body).toMatchObject({ json_ld: { image: image.url } });
  });
});

it.each(['', 0, '0', false])('a new event cannot have %j for an image', async (image) => {
  expect((await send('POST', '/events', { ...DAY, image })).body).toMatchObject(REFUSED);
});

describe('an address that gives no image', () => {
  it.each([
    ['is unknown there', '/missing.png', undefined],
    ['is a page', '/page.png', '<html><script>alert(1)</script></html>'],
    [
      'is an SVG',
      '/drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>alert(1)</script></svg>',
    ],
    ['only begins like an image', '/begins.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['is empty', '/empty.png', ''],
  ])('because it %s is refused, and nothing is kept', async (_, where, content) => {
    const before = await files();
    const address = content === undefined ? `http://${host.host}${where}` : host.serve(where, content);
    const { status, body } = await send('POST', '/events', { ...DAY, image: address });
    expect([status, body]).toMatchObject([400, REFUSED]);
    expect(await files()).toEqual(before);
  });

  it('because too much would have to be decoded is refused', async () => {
    const address = host.serve('/bomb.png', await picture(9_000, 6_000));
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(400);
  });

  it('because it has more bytes than 20 MB is refused', async () => {
    const address = host.serve('/huge.png', (response) => {
      response.writeHead(200, { 'content-length': 21 * 1024 * 1024 });
      response.write('x');
    });
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(400);
  });

  it('changes nothing of a record that is there', async () => {
    const { id, title, image } = await app.given.event({ image: await fresh() });
    const { status } = await send('PATCH', `/events/${id}`, {
      title: 'Other',
      image: `http://${host.host}/missing.png`,
    });
    expect(status).toBe(400);
    expect((await app.api.get(`/events/${id}`)).body).toMatchObject({ title, image });
  });

  it('can be tried again', async () => {
    const address = `http://${host.host}/late.png`;
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(400);
    host.serve('/late.png', await picture(10, 10));
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(201);
  });
});

describe('new venues and organizers of an event', () => {
  it('have images of their own', async () => {
    const event = await app.given.event({
      image: await fresh(200, 200),
      venue: { venue: 'Hall with a picture', image: await fresh(201, 200) },
      organizer: [
        { organizer: 'Ann', image: await fresh(202, 200) },
        { organizer: 'Bob', image: await fresh(203, 200) },
        { organizer: 'Cid' },
      ],
    });
    const shown = {
      image: { width: 200 },
      venue: { image: { width: 201 } },
      organizer: [{ image: { width: 202 } }, { image: { width: 203 } }, { image: false }],
    };
    expect(event).toMatchObject(shown);
    const { body } = await app.api.get(`/events?include=${event.id}`);
    expect(body).toMatchObject({ events: [shown] });
    const single = await app.api.get(`/events/${event.id}`);
    expect(single.body).toMatchObject({
      json_ld: {
        location: { image: expect.stringContaining('fresh') },
        organizer: { image: expect.stringContaining('fresh') },
      },
    });
  });

  it('may come with a change of the event', async () => {
    const { id } = await app.given.event();
    const { body } = await send('PATCH', `/events/${id}`, { venue: { venue: 'Late hall', image: await fresh() } });
    expect(body).toMatchObject({ venue: { venue: 'Late hall', image: { width: 640 } } });
  });

  it.each(['foo', 99_999_999, 'http://127.0.0.1:1/a.png'])(
    'are refused with the image %j, and the event with them',
    async (image) => {
      const { status, body } = await send('POST', '/events', { ...DAY, venue: { venue: 'Nowhere', image } });
      expect([status, body]).toMatchObject([400, { data: { params: { venue: 'Invalid parameter.' } } }]);
      expect((await app.api.get('/venues?search=Nowhere')).body).toMatchObject({ total: 0 });
    },
  );
});

describe('who may not', () => {
  it('upload may use an image that is there, and no address', async () => {
    const contributor = app.given.contributor();
    const { id, url } = await stored();
    const before = host.asked.length;
    expect((await send('POST', '/events', { ...DAY, image: id }, contributor)).body).toMatchObject({ image: { id } });
    for (const image of [url, await fresh()])
      for (const [plural, fields] of KINDS) {
        const { status, body } = await send('POST', `/${plural}`, { ...fields, image }, contributor);
        expect([status, body]).toMatchObject([400, REFUSED]);
      }
    expect(host.asked.length).toBe(before);
  });

  it('do what was asked makes nobody fetch anything', async () => {
    const uploader = app.content.user(['image-create-all']);
    const author = app.given.author();
    const address = await fresh();
    const [before, event, venue] = [host.asked.length, await app.given.event(), await app.given.venue()];
    const answers = [
      await send('POST', '/events', { ...DAY, image: address }, uploader),
      await send('POST', '/venues', { venue: 'x', image: address }, uploader),
      await send('PATCH', `/events/${event.id}`, { image: address }, author),
      await send('PATCH', `/events/${event.id}`, { venue: { venue: 'y', image: address } }, author),
      await send('PATCH', `/venues/${venue.id}`, { image: address }, author),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await app.api.post('/events', { ...DAY, image: String((await stored()).id) })).status).toBe(401);
    expect(host.asked.length).toBe(before + 1);
  });

  it('read a protected event does not see its image', async () => {
    const { id } = await app.given.event({ image: await fresh(), password: 'secret' });
    expect((await app.api.get(`/events?include=${id}`)).body).toMatchObject({ events: [{ image: false }] });
    expect((await app.api.get(`/events?include=${id}&password=secret`)).body).toMatchObject({
      events: [{ image: { width: 640 } }],
    });
  });
});

it('an occurrence that is changed keeps the image of its series, or has its own', async () => {
  const series = await app.given.event({ image: await fresh(), rrule: 'FREQ=DAILY;COUNT=3' });
  const part = { occurrence_date: '2031-05-02 10:00:00' };
  const renamed = await send('PATCH', `/events/${series.id}`, { ...part, title: 'Other' });
  expect([renamed.status, renamed.body]).toMatchObject([200, { title: 'Other', image: { id: imageOf(series).id } }]);
  const pictured = await send('PATCH', `/events/${series.id}`, {
    occurrence_date: '2031-05-03 10:00:00',
    image: await fresh(300, 100),
  });
  expect([pictured.status, pictured.body]).toMatchObject([200, { image: { width: 300 } }]);
  expect((await app.api.get(`/events/${series.id}`)).body).toMatchObject({ image: { id: imageOf(series).id } });
});

it('an id of an image names no event', async () => {
  const { status, body } = await app.api.get(`/events/${(await stored()).id}`);
  expect([status, body]).toMatchObject([400, { code: 'rest-invalid-event-id' }]);
});

it('addresses begin with the prefix that was called', async () => {
  const { id } = await app.given.event({ image: await fresh() });
  const { body } = await app.api.with({ 'x-forwarded-prefix': '/other/prefix' }).get(`/${NAMESPACE}/events/${id}`);
  expect(imageOf(body).url).toMatch(/^https:\/\/calendar\.example\/other\/prefix\/uploads\/images\//);
  expect(await app.given.event({ image: imageOf(body).url })).toMatchObject({ image: { id: imageOf(body).id } });
});

it.each([
  '/uploads/images',
  '/uploads/images/',
  '/uploads/images/2031-01/none.png',
  '/uploads/images/..%2f..%2fetc%2fpasswd',
  '/uploads/images/2031-01/a.svg',
])('%s is no file of ours', async (where) => {
  const { status, body } = await app.api.get(where);
  expect([status, body]).toMatchObject([404, { code: 'rest_no_route' }]);
});

it('files lie in the folder for images alone', async () => {
  await stored();
  expect(await readdir(app.storage)).toEqual(['images']);
});
