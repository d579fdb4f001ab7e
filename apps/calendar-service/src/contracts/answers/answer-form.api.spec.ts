import { type Description, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { EDITOR, type Made } from '../../testing/given';

let app: CalendarApp;
let description: Description;
let event: Made;
let shown: Record<string, unknown>;
let category: Made;
beforeAll(async () => {
  app = await startCalendar();
  description = JSON.parse((await app.api.get('/doc')).text);
  const venue = await app.given.venue({ venue: 'North Hall', city: 'Rome' });
  const organizers = [
    (await app.given.organizer({ organizer: 'Left' })).id,
    (await app.given.organizer({ organizer: 'Right' })).id,
  ];
  category = await app.given.category();
  event = await app.given.event({ venue: venue.id, organizer: organizers, categories: [category.id] });
  await app.given.event({ categories: [category.id] });
  shown = JSON.parse((await app.api.get(`/events/${event.id}`)).text);
});
afterAll(() => app.close());

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('every GET that returns JSON', () => {
  it('accepts _fields and _envelope', async () => {
    const gets = Object.entries(description.paths).filter(
      ([, { get }]) => get?.responses[200]?.content?.['application/json'],
    );
    const byKind: Record<string, number> = {
      events: event.id,
      categories: category.id,
      venues: 0,
      organizers: 0,
      tags: 0,
    };
    for (const kind of ['venues', 'organizers']) byKind[kind] = firstId(await app.api.get(`/${kind}`), kind);
    byKind['tags'] = (await app.given.tag()).id;
    expect(gets.length).toBeGreaterThan(15);
    for (const [path] of gets) {
      const kind = path.split('/')[1] ?? '';
      const slug = kind === 'events' ? event.slug : 'none';
      const at = path
        .replace('{id}', String(byKind[kind] ?? 1))
        .replace('{slug}', slug)
        .replace(/^\/$/, '');
      const api = app.api.as(app.given.editor());
      const plain = await api.get(at);
      const [name = ''] = isRecord(plain.body) ? Object.keys(plain.body) : [];
      const trimmed = await api.get(`${at}?_fields=${name},no-such-field`);
      const names = isRecord(trimmed.body) ? Object.keys(trimmed.body) : [];
      expect([path, names]).toEqual([path, plain.status < 400 ? [name] : Object.keys(plain.body ?? {})]);
      const { status, body } = await api.get(`${at}?_envelope`);
      expect([path, status, body]).toEqual([
        path,
        200,
        { body: expect.any(Object), status: plain.status, headers: expect.any(Object) },
      ]);
    }
  });
});

const firstId = ({ body }: { body: unknown }, kind: string): number => {
  const records = isRecord(body) ? body[kind] : undefined;
  const first: unknown = Array.isArray(records) ? records[0] : undefined;
  return isRecord(first) && typeof first['id'] === 'number' ? first['id'] : 0;
};

describe('fields', () => {
  it('keeps the named members of each record of a list, and the members around the list', async () => {
    const list = `/events?categories=${category.slug}&starts_after=2031-01-01&per_page=1`;
    const { body, headers } = await app.api.get(`${list}&fields=id,venue.city`);
    const { events, ...around } = isRecord(body) ? body : {};
    expect(events).toEqual([{ id: event.id, venue: { city: 'Rome' } }]);
    expect(around).toMatchObject({ total: 2, total_pages: 2, next_rest_url: expect.stringContaining('fields=id') });
    expect(headers.get('x-total-count')).toBe('2');
  });

  it('keeps the named members of a single record, and leaves a refusal whole', async () => {
    expect((await app.api.get(`/events/${event.id}?fields=id`)).body).toEqual({ id: event.id });
    expect((await app.api.get('/events/999999?fields=id')).body).toMatchObject({ code: expect.any(String) });
  });
});

describe('an unknown name in `fields`', () => {
  it.each([
    ['/events?fields=id,nope', /title/],
    ['/events?fields=nope.city', /title/],
    ['/events?fields=venue.nope', /city/],
    ['/events?fields=organizer.nope', /phone/],
    ['/venues?fields=city,id,no', /zip/],
    ['/organizers?fields=nope', /email/],
    ['/categories?fields=nope', /slug/],
    ['/tags?fields=total', /slug/],
    ['/events/EVENT?fields=nope', /title/],
  ])('is refused with those that are allowed: %s', async (path, allowed) => {
    const { status, body } = await app.api.get(path.replace('EVENT', String(event.id)));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { fields: expect.stringMatching(allowed) } },
    });
  });

  it('is refused before a write happens', async () => {
    const editor = app.api.as(app.content.user(EDITOR));
    expect((await editor.post('/venues?fields=nope', { venue: 'Never made' })).status).toBe(400);
    expect((await app.api.get('/venues?search=Never')).body).toMatchObject({ total: 0 });
  });
});

describe('_fields', () => {
  it.each([
    ['id,title,venue.venue', (): object => ({ id: event.id, title: event['title'], venue: { venue: 'North Hall' } })],
    ['id title', (): object => ({ id: event.id, title: event['title'] })],
    ['venue.city,venue', (): object => ({ venue: expect.objectContaining({ venue: 'North Hall', city: 'Rome' }) })],
    ['venue,venue.city', (): object => ({ venue: expect.objectContaining({ venue: 'North Hall', city: 'Rome' }) })],
    ['organizer.organizer', (): object => ({ organizer: [{ organizer: 'Left' }, { organizer: 'Right' }] })],
    ['no-such-field', (): object => ({})],
    ['venue.no-such-field,image.url,__proto__.x,constructor', (): object => ({ venue: {}, image: false })],
    ['', (): object => ({ ...shown })],
    ['%20,', (): object => ({ ...shown })],
  ])('keeps the named members of an event: %j', async (fields, expected) => {
    expect((await app.api.get(`/events/${event.id}?_fields=${fields}`)).body).toEqual(expected());
  });

  it('accepts a list', async () => {
    expect((await app.api.get(`/events/${event.id}?_fields[]=id&_fields[]=venue.venue`)).body).toEqual({
      id: event.id,
      venue: { venue: 'North Hall' },
    });
  });

  it('applies to the records of a list, and is repeated in page links', async () => {
    const { body, headers } = await app.api.get(
      `/events?categories=${category.slug}&starts_after=2031-01-01&per_page=1&_fields=events.id,next_rest_url`,
    );
    expect(body).toEqual({
      events: [{ id: event.id }],
      next_rest_url: expect.stringContaining('_fields=events.id%2Cnext_rest_url'),
    });
    expect(headers.get('link')).toContain('_fields=events.id');
    expect(headers.get('x-total')).toBe('2');
    const changes = async () => (await app.api.get('/events/changes?per_page=1&_fields=next_rest_url')).body;
    // The feed of changes waits for older transactions, which other test files run in the same PostgreSQL.
    await until(async () => Object.keys(Object(await changes())).length > 0);
    expect(await changes()).toEqual({ next_rest_url: expect.stringContaining('_fields=next_rest_url') });
  });

  it('applies to answers of writes, in query or body, but not to errors', async () => {
    const api = app.api.as(app.given.editor());
    const made = await api.post('/tags?_fields=id,slug', { name: 'Trimmed' });
    expect([made.status, made.body]).toEqual([201, { id: expect.any(Number), slug: 'trimmed' }]);
    const { body } = await api.patch(`/events/${event.id}`, { _fields: 'id', featured: true });
    expect(body).toEqual({ id: event.id });
    const refused = await api.post('/tags?_fields=id', { name: 'Trimmed' });
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'term_exists' })]);
  });
});

describe('_envelope', () => {
  it('contains body, status and headers, with numeric headers as numbers', async () => {
    const { body } = await app.api.get(
      `/events?categories=${category.slug}&starts_after=2031-01-01&_envelope=1&_fields=total`,
    );
    expect(body).toEqual({
      body: { total: 2 },
      status: 200,
      headers: expect.objectContaining({ 'X-TEC-Total': 2, 'X-TEC-TotalPages': 1 }),
    });
  });

  it.each([
    ['GET', '/events/999999?_envelope=1', undefined, 404, 'rest-event-not-found'],
    ['GET', '/no-such-route?_envelope=', undefined, 404, 'rest_no_route'],
    ['GET', '/events?page=0&_envelope=0', undefined, 400, 'rest_invalid_param'],
    [
      'POST',
      '/events?_envelope=1',
      { title: 'x', start_date: '2031-05-01', end_date: '2031-05-02' },
      401,
      'rest_forbidden',
    ],
    ['POST', '/events/999999?_envelope=1&_method=DELETE', {}, 401, 'rest_forbidden'],
  ])('contains the error of %s %s', async (method, path, sent, status, code) => {
    const answer = await app.api.send(method, path, sent);
    expect([answer.status, answer.body]).toEqual([
      200,
      { body: expect.objectContaining({ code }), status, headers: expect.any(Object) },
    ]);
  });

  it('is applied once when the body contains _method', async () => {
    const form = new URLSearchParams({ _method: 'DELETE' });
    expect((await app.api.send('POST', '/events/999999?_envelope=1', form)).body).toMatchObject({
      body: { code: 'rest_forbidden' },
      status: 401,
    });
  });

  it('is ignored by health probes', async () => {
    const { status, body } = await app.api.as({}).get('/../../../healthz?_envelope=1');
    expect([status, body]).toEqual([200, expect.not.objectContaining({ headers: expect.anything() })]);
  });
});
