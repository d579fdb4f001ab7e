import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

/** Names of a list of venues. */
async function names(query: string, who: object = {}): Promise<unknown> {
  const { status, body } = await app.api.as(who).get(`/venues?${query}`);
  if (status !== 200 || typeof body !== 'object' || body === null || !('venues' in body) || !Array.isArray(body.venues))
    return status;
  return body.venues.map(({ venue }: { venue: string }) => venue);
}

describe('POST /venues', () => {
  it('returns every key, including empty ones', async () => {
    const author = app.given.author();
    const { status, body } = await app.api
      .as(author)
      .post('/venues', { venue: 'North Hall', country: 'United States', state: 'IL' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      venue: 'North Hall',
      slug: 'north-hall',
      author: author.id,
      status: 'publish',
      stateprovince: 'IL',
      city: '',
      phone: '',
      website: '',
      show_map: true,
      show_map_link: true,
      url: 'https://calendar.example/venue/north-hall/',
    });
  });

  it('returns an existing venue of the same name unchanged', async () => {
    const venue = await app.given.venue({ venue: 'Twin hall', city: 'Rome' });
    const again = await app.given.venue({ venue: 'TWIN hall', city: 'Paris' });
    expect(again).toMatchObject({ id: venue.id, city: 'Rome' });
    const other = await app.given.venue({ venue: 'Twin hall', description: 'Another one' });
    expect(other.id).not.toBe(venue.id);
    expect((await app.given.venue({ venue: 'TWIN hall', description: 'another ONE' })).id).toBe(other.id);
  });

  it('creates one venue for two concurrent requests', async () => {
    const [one, other] = await Promise.all([
      app.given.venue({ venue: 'Raced hall' }),
      app.given.venue({ venue: 'Raced hall' }),
    ]);
    expect(one.id).toBe(other.id);
  });

  it('does not return a draft that the caller may not read', async () => {
    const draft = await app.given.venue({ venue: 'Secret hall', status: 'draft' });
    expect((await app.given.venue({ venue: 'Secret hall' }, app.given.author())).id).not.toBe(draft.id);
  });

  it.each([
    { venue: '' },
    { venue: 'x', website: 'foo' },
    { venue: 'x', status: 'trash' },
    { venue: 'x', zip: 12345 },
    { venue: 'x', image: 'x' },
  ])('rejects %j with 400', async (fields) => {
    expect((await app.api.as(app.given.editor()).post('/venues', fields)).status).toBe(400);
  });
});

describe('PATCH /venues/{id}', () => {
  it('changes only the sent fields, keeps the slug and updates the region', async () => {
    const venue = await app.given.venue({
      venue: 'Old name',
      province: 'ON',
      country: 'Canada',
      show_map: 'false',
      phone: '1',
    });
    const { body } = await app.api
      .as(app.given.editor())
      .patch(`/venues/${venue.id}`, { venue: 'New name', province: 'QC', phone: '' });
    expect(body).toMatchObject({
      venue: 'New name',
      slug: 'old-name',
      stateprovince: 'QC',
      country: 'Canada',
      show_map: false,
      phone: '',
    });
  });
});

describe('GET /venues/{id}', () => {
  it('returns the venue as schema.org data in json_ld', async () => {
    const { id } = await app.given.venue({ venue: 'Described', city: 'Rome', address: '1 Via Uno' });
    expect((await app.api.get(`/venues/${id}`)).body).toMatchObject({
      json_ld: { '@type': 'Place', address: { addressLocality: 'Rome' } },
    });
  });

  it('returns 404 for the id of another kind of record', async () => {
    const { id } = await app.given.event();
    expect(await app.api.get(`/venues/${id}`)).toMatchObject({ status: 404, body: { code: 'rest-venue-not-found' } });
  });
});

describe('DELETE /venues/{id}', () => {
  it('moves the venue to the trash and removes it from its events', async () => {
    const editor = app.given.editor();
    const venue = await app.given.venue();
    const event = await app.given.event({ venue: venue.id });
    expect(await app.api.as(editor).delete(`/venues/${venue.id}`)).toMatchObject({
      status: 200,
      body: { status: 'trash' },
    });
    expect((await app.api.get(`/events/${event.id}`)).body).toMatchObject({ venue: [] });
    expect(await app.api.get(`/venues/${venue.id}`)).toMatchObject({
      status: 403,
      body: { code: 'venue-not-accessible' },
    });
    expect(await app.api.as(editor).delete(`/venues/${venue.id}`)).toMatchObject({
      status: 410,
      body: { code: 'venue-is-in-trash' },
    });
  });
});

describe('GET /venues', () => {
  beforeAll(async () => {
    const used = await app.given.venue({ venue: 'Listed one', address: 'Avenue du Temple', date: '2026-01-02' });
    await app.given.venue({ venue: 'Listed two', date: '2026-01-03' });
    await app.given.venue({ venue: 'Listed draft', status: 'draft' });
    await app.given.event({ venue: used.id });
  });

  it.each([
    ['the newest first', 'search=listed', ['Listed two', 'Listed one']],
    ['words of one field in any order', 'search=temple%20avenue', ['Listed one']],
    ['nothing by words of two fields', 'search=listed%20temple', []],
    ['those with events', 'search=listed&has_events=true', ['Listed one']],
    ['those without', 'search=listed&has_events=false', ['Listed two']],
    ['those with events to come', 'search=listed&only_with_upcoming=true', ['Listed one']],
  ])('finds %s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('shows drafts only to callers who may read them', async () => {
    expect(await names('search=listed&status=draft')).toBe(400);
    expect(await names('search=listed&status=draft', app.given.contributor())).toEqual([]);
    expect(await names('search=listed&status=draft', app.given.editor())).toEqual(['Listed draft']);
  });

  it.each(['search=', 'event=4711', 'page=foo', 'page=99&search=listed'])('rejects %s', async (query) => {
    expect(await names(query)).toBe(query.startsWith('page=99') ? 404 : 400);
  });
});
