import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { ImageHost, picture } from '../../testing/image-host';
import { EDITOR } from '../../testing/given';
import { DAY, imageOf, imageRequests, KINDS, REFUSED } from './image-requests';

let host: ImageHost;
let app: CalendarApp;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({
    OUTGOING_ALLOWED_HOSTS: host.host,
    GEOCODER_URL: `http://${host.host}/places?q={address}`,
  });
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

const { send, posted, fresh, stored, files } = imageRequests(() => ({ app, host }));
let named = 0;

describe.each(KINDS)('the image of %s', (plural, fields) => {
  const unnamed = (more: object) => ({
    ...fields,
    ...Object.fromEntries(
      Object.keys(fields)
        .slice(0, 1)
        .map((name) => [name, `One ${(named += 1)}`]),
    ),
    ...more,
  });

  it('can be set by its id, as text or number, and changed by PATCH', async () => {
    const [one, two] = [await stored(), await stored()];
    const record = await posted(`/${plural}`, unnamed({ image: String(one.id) }));
    expect(record).toMatchObject({ image: one });
    const patched = await send('PATCH', `/${plural}/${record.id}`, { image: two.id });
    expect(patched.body).toMatchObject({ image: two });
    expect((await app.api.get(`/${plural}/${record.id}`)).body).toMatchObject({ image: two });
  });

  it('can be set by its URL on an existing record', async () => {
    const { id } = await posted(`/${plural}`, unnamed({}));
    const { status, body } = await send('PUT', `/${plural}/${id}`, { image: await fresh() });
    expect([status, body]).toMatchObject([200, { id, image: { width: 640 } }]);
  });

  it('stays when another field changes, and is removed by an empty value', async () => {
    for (const nothing of [null, '', 0, '0', false]) {
      const { id, image } = await posted(`/${plural}`, unnamed({ image: (await stored()).id }));
      expect((await send('PATCH', `/${plural}/${id}`, { description: 'new' })).body).toMatchObject({ image });
      expect((await send('PATCH', `/${plural}/${id}`, { image: nothing })).body).toMatchObject({ image: false });
    }
  });

  it('is rejected for an unknown id, the id of another kind, or an invalid URL', async () => {
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
      { id: 99_999_999 },
      { id: [1] },
      { url: 'https://x.example/a.png' },
    ]) {
      const { status, body } = await send('POST', `/${plural}`, unnamed({ image }));
      expect([image, status, body]).toMatchObject([image, 400, REFUSED]);
    }
    expect(host.asked.length).toBe(before);
  });

  it('appears in json_ld with the URL of the full image', async () => {
    const image = await stored();
    const { id } = await posted(`/${plural}`, unnamed({ image: image.id }));
    expect((await app.api.get(`/${plural}/${id}`)).body).toMatchObject({ json_ld: { image: image.url } });
  });
});

it.each(['', 0, '0', false])('POST /events rejects the image %j', async (image) => {
  expect((await send('POST', '/events', { ...DAY, image })).body).toMatchObject(REFUSED);
});

describe('a URL without an image', () => {
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
  ])('is rejected when it %s, and nothing is stored', async (_, where, content) => {
    const before = await files();
    const address = content === undefined ? `http://${host.host}${where}` : host.serve(where, content);
    const { status, body } = await send('POST', '/events', { ...DAY, image: address });
    expect([status, body]).toMatchObject([400, REFUSED]);
    expect(await files()).toEqual(before);
  });

  it('is rejected when it would decode to too many pixels', async () => {
    const address = host.serve('/bomb.png', await picture(9_000, 6_000));
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(400);
  });

  it('is rejected above 20 MB', async () => {
    const address = host.serve('/huge.png', (response) => {
      response.writeHead(200, { 'content-length': 21 * 1024 * 1024 });
      response.write('x');
    });
    expect((await send('POST', '/events', { ...DAY, image: address })).status).toBe(400);
  });

  it('leaves an existing record unchanged', async () => {
    const { id, title, image } = await app.given.event({ image: await fresh() });
    const { status } = await send('PATCH', `/events/${id}`, {
      title: 'Other',
      image: `http://${host.host}/missing.png`,
    });
    expect(status).toBe(400);
    expect((await app.api.get(`/events/${id}`)).body).toMatchObject({ title, image });
  });

  it('is accepted once it leads to an image', async () => {
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

  it('can be created with images by a change of the event', async () => {
    const { id } = await app.given.event();
    const { body } = await send('PATCH', `/events/${id}`, { venue: { venue: 'Late hall', image: await fresh() } });
    expect(body).toMatchObject({ venue: { venue: 'Late hall', image: { width: 640 } } });
  });

  it.each(['foo', 99_999_999, 'http://127.0.0.1:1/a.png'])(
    'are rejected with the image %j, together with the event',
    async (image) => {
      const { status, body } = await send('POST', '/events', { ...DAY, venue: { venue: 'Nowhere', image } });
      expect([status, body]).toMatchObject([400, { data: { params: { venue: 'Invalid parameter.' } } }]);
      expect((await app.api.get('/venues?search=Nowhere')).body).toMatchObject({ total: 0 });
    },
  );
});

describe('a caller without the right', () => {
  it('to upload can use a stored image, but no URL', async () => {
    const contributor = app.given.contributor();
    const { id, url } = await stored();
    const before = host.asked.length;
    expect((await send('POST', '/events', { ...DAY, image: id }, contributor)).body).toMatchObject({ image: { id } });
    for (const image of [url, await fresh()])
      for (const [plural, fields] of nonEmpty(KINDS)) {
        const { status, body } = await send('POST', `/${plural}`, { ...fields, image }, contributor);
        expect([status, body]).toMatchObject([400, REFUSED]);
      }
    expect(host.asked.length).toBe(before);
  });

  /** New records whose storing fetches an image, and looks up an address. */
  const venueAt = (image: string) => ({ venue: `Hall ${image}`, image, address: `Street ${image}` });
  const organizerAt = (image: string) => ({ organizer: `Ann ${image}`, image });
  const WITHIN_EVENT: [name: string, missing: string, fields: (image: string) => object][] = [
    ['a venue', 'venue-create', (image) => ({ venue: venueAt(image) })],
    ['organizers', 'organizer-create', (image) => ({ organizer: [organizerAt(image)] })],
    ['a category', 'event-category-manage', (image) => ({ image, categories: [`New ${image}`] })],
    ['a tag', 'event-tag-manage', (image) => ({ image, tags: [`New ${image}`] })],
  ];
  const CHANGES = ['event-update-all', 'event-publish'].flatMap((missing) =>
    [
      ['its image', (image: string) => ({ image })] as const,
      ['the image of an occurrence', (image: string) => ({ image, occurrence_date: '2031-05-02 10:00' })] as const,
      ...WITHIN_EVENT.map(([name, , fields]) => [name, fields] as const),
    ].map(([name, fields]) => ['PATCH', 'event', name, missing, fields] as const),
  );

  it.each([
    ...(['POST', 'PATCH'] as const).flatMap((method) => WITHIN_EVENT.map((row) => [method, 'event', ...row] as const)),
    ...CHANGES,
    ['POST', 'event', 'its image', 'event-create', (image: string) => ({ image })] as const,
    ['POST', 'venue', 'its image', 'venue-create', venueAt] as const,
    ['PATCH', 'venue', 'its image', 'venue-update-all', venueAt] as const,
    ['PATCH', 'venue', 'its image', 'venue-publish', venueAt] as const,
    ['POST', 'organizer', 'its image', 'organizer-create', organizerAt] as const,
    ['PATCH', 'organizer', 'its image', 'organizer-update-all', organizerAt] as const,
    ['PATCH', 'organizer', 'its image', 'organizer-publish', organizerAt] as const,
  ])(
    'causes no request to other servers: %s of the kind %s with %s, without %s',
    async (method, kind, _, missing, fields) => {
      const caller = app.content.user(EDITOR.filter((right) => right !== missing));
      const address = await fresh();
      const repeating = kind === 'event' ? { rrule: 'FREQ=DAILY;COUNT=3' } : {};
      const path = method === 'POST' ? `/${kind}s` : `/${kind}s/${(await app.given[kind](repeating)).id}`;
      const sent = { ...(path === '/events' && DAY), ...fields(address) };
      const before = host.asked.length;
      const { status } = await send(method, path, sent, caller);
      expect({ status, missing, asked: host.asked.slice(before) }).toEqual({ status: 403, missing, asked: [] });
      // With the right, the same input reaches the other server.
      await send(method, path, sent);
      expect(host.asked.length).toBeGreaterThan(before);
    },
  );

  it('to read a protected event does not see its image', async () => {
    const { id } = await app.given.event({ image: await fresh(), password: 'secret' });
    expect((await app.api.get(`/events?include=${id}`)).body).toMatchObject({ events: [{ image: false }] });
    expect((await app.api.get(`/events?include=${id}&password=secret`)).body).toMatchObject({
      events: [{ image: { width: 640 } }],
    });
  });
});

it('a changed occurrence keeps the image of its series, or has its own', async () => {
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

it('GET /events/{id} answers 400 for the id of an image', async () => {
  const { status, body } = await app.api.get(`/events/${(await stored()).id}`);
  expect([status, body]).toMatchObject([400, { code: 'rest-invalid-event-id' }]);
});
