import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };

describe('POST /events', () => {
  it('requires a title and two dates, and answers with the full record', async () => {
    const author = app.given.author();
    const { status, body } = await app.api.as(author).post('/events', { title: 'Summer fair', ...DAY });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Summer fair',
      slug: 'summer-fair',
      author: author.id,
      status: 'publish',
      start_date: '2031-05-01 10:00:00',
      utc_start_date: '2031-05-01 08:00:00',
      start_date_details: { year: '2031', month: '05', day: '01', hour: '10', minutes: '00', seconds: '00' },
      timezone: 'Europe/Rome',
      timezone_abbr: 'CEST',
      duration: 7200,
      venue: [],
      organizer: [],
      image: false,
      show_map: false,
      cost: '',
      website: 'https://calendar.example/event/summer-fair/',
    });
  });

  it('names every missing parameter, even to anonymous callers', async () => {
    const { status, body } = await app.api.post('/events', { end_date: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): title, start_date, end_date',
      data: { status: 400, params: ['title', 'start_date', 'end_date'] },
      error: { code: 400 },
    });
  });

  it('names syntax errors and unknown records together', async () => {
    const input = {
      title: 'x',
      ...DAY,
      timezone: 'Mars/Base',
      venue: 99_999,
      organizer: ['nobody'],
      author: 4_711,
      featured: 'maybe',
    };
    const { status, body } = await app.api.as(app.given.editor()).post('/events', input);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: {
          timezone: 'Invalid parameter.',
          venue: 'Invalid parameter.',
          organizer: 'Invalid parameter.',
          author: 'Invalid parameter.',
          featured: 'featured is not of type boolean.',
        },
      },
    });
  });

  it.each([
    ['a stranger', () => ({}), 401],
    ['a caller without rights', () => app.given.subscriber(), 403],
  ])('checks rights after parameters: %s', async (_, who, expected) => {
    const { status, body } = await app.api.as(who()).post('/events', { title: 'x', ...DAY });
    expect(status).toBe(expected);
    expect(body).toMatchObject({ code: 'rest_forbidden', data: { status: expected } });
  });

  it('rejects an end before the start', async () => {
    const { status, body } = await app.api
      .as(app.given.editor())
      .post('/events', { title: 'x', ...DAY, end_date: '2031-05-01 09:00:00' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { params: { end_date: 'Invalid parameter.' } } });
  });

  it('makes the event pending when the caller may not publish', async () => {
    const { body } = await app.api
      .as(app.given.contributor())
      .post('/events', { title: 'x', ...DAY, status: 'publish' });
    expect(body).toMatchObject({ status: 'pending', slug: '', date_utc: expect.stringMatching(/^0000-/) });
  });

  it('makes the slug from the title when the given one has neither letters nor digits', async () => {
    const { id, ...event } = await app.given.event({ title: 'Signs alone', slug: '!!!' });
    expect(event).toMatchObject({ slug: 'signs-alone' });
    expect((await app.api.as(app.given.editor()).patch(`/events/${id}`, { slug: '???' })).body).toMatchObject({
      slug: 'signs-alone',
    });
  });

  it('strips markup from titles, and rejects titles of markup alone', async () => {
    const editor = app.given.editor();
    expect((await app.api.as(editor).post('/events', { title: 'A <b>bold</b>\n move', ...DAY })).body).toMatchObject({
      title: 'A bold move',
    });
    expect((await app.api.as(editor).post('/events', { title: '<i></i>', ...DAY })).status).toBe(400);
  });

  it('creates venues and organizers by their own rules and rights', async () => {
    const fields = {
      title: 'x',
      ...DAY,
      venue: { venue: 'Inline hall', country: 'US', state: 'TX' },
      organizer: [{ organizer: 'Inline host' }],
    };
    const { body } = await app.api.as(app.given.author()).post('/events', fields);
    expect(body).toMatchObject({
      venue: { venue: 'Inline hall', stateprovince: 'TX' },
      organizer: [{ organizer: 'Inline host' }],
    });

    const mayOnlyCreateEvents = app.content.user(['event-create', 'event-publish']);
    expect((await app.api.as(mayOnlyCreateEvents).post('/events', fields)).status).toBe(403);
  });

  it('creates no terms for callers without the right', async () => {
    const contributor = app.given.contributor();
    expect(
      (await app.api.as(contributor).post('/events', { title: 'x', ...DAY, categories: 'Unheard of' })).status,
    ).toBe(403);
    const { id, name } = await app.given.category();
    const { body } = await app.api.as(contributor).post('/events', { title: 'x', ...DAY, categories: [String(name)] });
    expect(body).toMatchObject({ categories: [{ id, taxonomy: 'event_category' }] });
  });
});

describe('PUT, PATCH and POST /events/{id}', () => {
  it.each(['PUT', 'PATCH', 'POST'])('change only the sent fields by %s', async (method) => {
    const venue = await app.given.venue();
    const event = await app.given.event({
      cost: '$20',
      featured: true,
      venue: venue.id,
      tags: 'open air',
      status: 'draft',
      slug: `kept-${method}`,
    });
    const { status, body } = await app.api
      .as(app.given.editor())
      .send(method, `/events/${event.id}`, { title: 'Renamed' });
    expect(status).toBe(200);
    const { title, modified, modified_utc, ...rest } = event;
    expect([title, modified, modified_utc]).not.toContain(undefined);
    expect(body).toMatchObject({ ...rest, title: 'Renamed', status: 'draft' });
  });

  it('move the end along with the start', async () => {
    const event = await app.given.event(DAY);
    const { body } = await app.api
      .as(app.given.editor())
      .patch(`/events/${event.id}`, { start_date: '2031-06-01 09:00' });
    expect(body).toMatchObject({ start_date: '2031-06-01 09:00:00', end_date: '2031-06-01 11:00:00' });
  });

  it('keep the local time when only the zone changes', async () => {
    const event = await app.given.event(DAY);
    const { body } = await app.api.as(app.given.editor()).patch(`/events/${event.id}`, { timezone: 'UTC+2' });
    expect(body).toMatchObject({
      start_date: DAY.start_date,
      utc_start_date: '2031-05-01 08:00:00',
      timezone_abbr: 'UTC+2',
    });
  });

  it('are allowed for editors, and for the author until publication', async () => {
    const contributor = app.given.contributor();
    const event = await app.given.event({ status: 'draft' }, contributor);
    const change = (who: object) => app.api.as(who).patch(`/events/${event.id}`, { excerpt: 'Changed' });
    expect((await change(app.given.author())).status).toBe(403);
    expect((await change(contributor)).status).toBe(200);
    await app.api.as(app.given.editor()).patch(`/events/${event.id}`, { status: 'publish' });
    expect((await change(contributor)).status).toBe(403);
  });

  it('return 404 for an unknown id, and 400 for the id of a venue', async () => {
    const editor = app.given.editor();
    const venue = await app.given.venue();
    expect(await app.api.as(editor).patch('/events/999999', { title: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found' },
    });
    expect(await app.api.as(editor).patch(`/events/${venue.id}`, {})).toMatchObject({
      status: 400,
      body: { code: 'rest-invalid-event-id' },
    });
    expect(await app.api.as(editor).get('/events/abc')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });

  it('lose no concurrent change', async () => {
    const event = await app.given.event(DAY);
    const editor = app.given.editor();
    await Promise.all([
      app.api.as(editor).patch(`/events/${event.id}`, { end_date: '2031-05-01 15:00:00' }),
      app.api.as(editor).patch(`/events/${event.id}`, { timezone: 'Asia/Tokyo' }),
    ]);
    const { body } = await app.api.get(`/events/${event.id}`);
    expect(body).toMatchObject({
      end_date: '2031-05-01 15:00:00',
      timezone: 'Asia/Tokyo',
      utc_end_date: '2031-05-01 06:00:00',
    });
  });
});

describe('GET /events/{id}', () => {
  it('shows a draft only to its author and to editors', async () => {
    const author = app.given.author();
    const event = await app.given.event({ status: 'draft' }, author);
    const read = (who: object) => app.api.as(who).get(`/events/${event.id}`);
    expect((await read(author)).status).toBe(200);
    expect((await read(app.given.editor())).status).toBe(200);
    expect(await read(app.given.author())).toMatchObject({ status: 403, body: { code: 'event-not-accessible' } });
    expect((await read({})).status).toBe(403);
  });

  it('rejects a bad token although the route is public', async () => {
    const event = await app.given.event();
    expect((await app.api.as({ token: '4711:secret' }).get(`/events/${event.id}`)).status).toBe(401);
  });

  it('omits a venue that the caller may not read', async () => {
    const venue = await app.given.venue({ status: 'draft' });
    const event = await app.given.event({ venue: venue.id });
    expect((await app.api.get(`/events/${event.id}`)).body).toMatchObject({ venue: [], venues: [] });
    expect((await app.api.as(app.given.editor()).get(`/events/${event.id}`)).body).toMatchObject({
      venue: { id: venue.id },
    });
  });

  it('shows a protected event with its password, and to editors with context=edit', async () => {
    const event = await app.given.event({ password: 'sesame', description: 'Secret' });
    const path = `/events/by-slug/${event.slug}`;
    expect(event).toMatchObject({ password_protected: true, description: '<p>Secret</p>' });
    expect(await app.api.get(path)).toMatchObject({ status: 403, body: { code: 'event-password-protected' } });
    expect((await app.api.get(`${path}?password=wrong`)).status).toBe(403);
    expect(await app.api.get(`${path}?password=sesame`)).toMatchObject({
      status: 200,
      body: { description: '<p>Secret</p>' },
    });
    expect((await app.api.as(app.given.editor()).get(`${path}?context=edit`)).status).toBe(200);
  });
});

describe('DELETE /events/{id}', () => {
  it('moves the event to the trash, hides it, and frees its slug', async () => {
    const editor = app.given.editor();
    const event = await app.given.event({ slug: 'short-lived' });
    expect(await app.api.as(editor).delete(`/events/${event.id}`)).toMatchObject({
      status: 200,
      body: { status: 'trash' },
    });
    expect(await app.api.as(editor).get(`/events/${event.id}`)).toMatchObject({
      status: 403,
      body: { code: 'event-no-longer-available' },
    });
    expect(await app.api.as(editor).delete(`/events/${event.id}`)).toMatchObject({
      status: 410,
      body: { code: 'event-is-in-trash' },
    });
    expect((await app.api.as(editor).patch(`/events/${event.id}`, { title: 'Back?' })).status).toBe(410);
    expect((await app.api.get('/events/by-slug/short-lived')).status).toBe(404);
    expect(await app.given.event({ slug: 'short-lived' })).toMatchObject({ slug: 'short-lived' });
  });

  it.each([
    ['a stranger', () => ({}), 401],
    ['another author', () => app.given.author(), 403],
  ])('rejects %s', async (_, who, expected) => {
    const event = await app.given.event({}, app.given.author());
    expect((await app.api.as(who()).delete(`/events/by-slug/${event.slug}`)).status).toBe(expected);
  });
});
