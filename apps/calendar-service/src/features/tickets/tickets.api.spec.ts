import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const tickets = (event: number | string, who: object = editor) => {
  const api = app.api.as(who);
  return {
    create: (fields: object) => api.post(`/events/${event}/tickets`, fields),
    list: (query = '') => api.get(`/events/${event}/tickets?${query}`),
    read: (id: number, query = '') => api.get(`/events/${event}/tickets/${id}?${query}`),
    change: (id: number, fields: object) => api.patch(`/events/${event}/tickets/${id}`, fields),
    delete: (id: number, query = '') => api.delete(`/events/${event}/tickets/${id}?${query}`),
  };
};

describe('POST /events/{id}/tickets', () => {
  it('creates a ticket with all given fields', async () => {
    const { id: event } = await app.given.event({ timezone: 'Asia/Tokyo' });
    const { status, body } = await tickets(event).create({
      name: 'Front row',
      description: 'Close to the stage.',
      price: '12.5',
      currency: 'eur',
      capacity: 40,
      available_from: '2031-01-01 09:00:00',
      available_until: '2031-05-01T00:00:00Z',
    });
    const up = `https://calendar.example/calendar/events/v1/events/${event}`;
    const { id } = body as { id: number };
    expect([status, body]).toEqual([
      201,
      {
        id,
        event,
        name: 'Front row',
        description: '<p>Close to the stage.</p>',
        price: '12.50',
        per_occurrence: false,
        currency: 'EUR',
        cost: '€12.50',
        cost_details: { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix', values: ['12.50'] },
        capacity: 40,
        sold: 0,
        available: 40,
        available_from: '2031-01-01 09:00:00',
        available_from_utc: '2031-01-01 00:00:00',
        available_until: '2031-05-01 09:00:00',
        available_until_utc: '2031-05-01 00:00:00',
        is_available: false,
        date: expect.any(String),
        date_utc: expect.any(String),
        modified: expect.any(String),
        modified_utc: expect.any(String),
        urls: { self: `${up}/tickets/${id}`, collection: `${up}/tickets`, up },
      },
    ]);
  });

  it('creates a free ticket without a capacity by default', async () => {
    const { body } = await tickets((await app.given.event()).id).create({ name: 'RSVP' });
    expect(body).toMatchObject({
      price: '0.00',
      currency: '',
      cost: 'Free',
      capacity: null,
      available: null,
      available_from: null,
      available_until_utc: null,
      is_available: true,
    });
  });

  it.each([
    [{}, 'rest_missing_callback_param', ['name']],
    [{ name: '' }, 'rest_invalid_param', { name: 'Invalid parameter.' }],
    [{ name: 'x', price: -1 }, 'rest_invalid_param', { price: 'Invalid parameter.' }],
    [{ name: 'x', price: '1.234' }, 'rest_invalid_param', { price: 'Invalid parameter.' }],
    [{ name: 'x', currency: 'QQQ' }, 'rest_invalid_param', { currency: 'Invalid parameter.' }],
    [{ name: 'x', capacity: -1 }, 'rest_invalid_param', { capacity: 'Invalid parameter.' }],
    [{ name: 'x', capacity: 2.5 }, 'rest_invalid_param', { capacity: 'Invalid parameter.' }],
    [{ name: 'x', capacity: 9_999_999_999 }, 'rest_invalid_param', { capacity: 'Invalid parameter.' }],
    [{ name: 'x', available_from: 'soon' }, 'rest_invalid_param', { available_from: 'Invalid parameter.' }],
    [
      { name: 'x', available_from: '2031-02-01', available_until: '2031-01-01' },
      'rest_invalid_param',
      { available_until: 'The sale must not end before it starts.' },
    ],
  ])('rejects %j with 400', async (fields, code, params) => {
    const { status, body } = await tickets((await app.given.event()).id).create(fields);
    expect([status, body]).toMatchObject([400, { code, data: { params } }]);
  });

  it('returns 404 for an unknown event and 410 for one in the trash', async () => {
    const { id } = await app.given.event();
    await app.api.as(editor).delete(`/events/${id}`);
    expect(await tickets(id).create({ name: 'x' })).toMatchObject({ status: 410, body: { code: 'event-is-in-trash' } });
    expect(await tickets(4_711_000).create({ name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found' },
    });
    expect(await tickets('first').create({ name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route' },
    });
  });
});

describe('GET /events/{id}/tickets', () => {
  it('returns the tickets with the totals, links and headers of lists', async () => {
    const { id: event } = await app.given.event();
    for (const price of [3, 1, 2]) await app.given.ticket({ name: `For ${price}`, price }, event);
    const { status, headers, body } = await tickets(event, {}).list('per_page=2');
    const address = `https://calendar.example/calendar/events/v1/events/${event}/tickets/`;
    expect([status, body]).toMatchObject([
      200,
      {
        tickets: [{ name: 'For 3' }, { name: 'For 1' }],
        total: 3,
        total_pages: 2,
        rest_url: `${address}?page=1&per_page=2`,
        next_rest_url: `${address}?per_page=2&page=2`,
      },
    ]);
    expect([headers.get('x-total'), headers.get('x-tec-totalpages')]).toEqual(['3', '2']);
    expect((await tickets(event).list('orderby=price&order=desc')).body).toMatchObject({
      tickets: [{ price: '3.00' }, { price: '2.00' }, { price: '1.00' }],
    });
    expect(await tickets(event).list('page=7')).toMatchObject({
      status: 404,
      body: { code: 'ticket-archive-page-not-found' },
    });
    expect(await tickets(event).list('orderby=secret')).toMatchObject({ status: 400 });
    expect((await tickets((await app.given.event()).id).list()).body).toMatchObject({
      tickets: [],
      total: 0,
      total_pages: 0,
    });
  });

  it('requires read access to the event, by permission or password', async () => {
    const secret = await app.given.event({ status: 'private' });
    expect(await tickets(secret.id, {}).list()).toMatchObject({ status: 403, body: { code: 'event-not-accessible' } });
    const locked = await app.given.ticket({}, (await app.given.event({ password: 'sesame' })).id);
    const stranger = tickets(locked.event, {});
    expect(await stranger.list()).toMatchObject({ status: 403, body: { code: 'event-password-protected' } });
    expect(await stranger.read(locked.id, 'password=wrong')).toMatchObject({ status: 403 });
    expect(await stranger.list('password=sesame')).toMatchObject({ status: 200, body: { total: 1 } });
    expect(await stranger.read(locked.id, 'password=sesame')).toMatchObject({ status: 200, body: { id: locked.id } });
    expect(await tickets(locked.event).read(locked.id)).toMatchObject({ status: 200 });
  });

  it('returns 404 for a ticket of another event', async () => {
    const [ticket, other] = [await app.given.ticket(), await app.given.event()];
    expect(await tickets(other.id).read(ticket.id)).toMatchObject({
      status: 404,
      body: { code: 'rest-ticket-not-found' },
    });
    expect(await tickets(other.id).change(ticket.id, { name: 'Mine now' })).toMatchObject({ status: 404 });
    expect(await tickets(other.id).delete(ticket.id)).toMatchObject({ status: 404 });
  });
});

describe('a change of a ticket', () => {
  it('changes only the sent fields, by POST, PUT and PATCH', async () => {
    const { id, event } = await app.given.ticket({
      capacity: 5,
      price: 3,
      currency: 'USD',
      available_from: '2031-01-01',
    });
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { status, body } = await app.api
        .as(editor)
        .send(method, `/events/${event}/tickets/${id}`, { name: `By ${method}` });
      expect([status, body]).toMatchObject([
        200,
        { name: `By ${method}`, capacity: 5, cost: '$3', available_from: '2031-01-01 00:00:00' },
      ]);
    }
    const cleared = await tickets(event).change(id, { capacity: null, available_from: '', price: '' });
    expect(cleared.body).toMatchObject({ capacity: null, available_from: null, cost: 'Free' });
  });

  it('rejects a capacity below the taken places, and a sale that ends before it starts', async () => {
    const ticket = await app.given.ticket({ capacity: 5, available_until: '2031-04-01' });
    for (let i = 0; i < 3; i++) await app.given.attendee(ticket);
    const change = tickets(ticket.event).change;
    expect(await change(ticket.id, { capacity: 2 })).toMatchObject({
      status: 400,
      body: { data: { params: { capacity: 'capacity must be at least 3: so many places are taken.' } } },
    });
    expect(await change(ticket.id, { capacity: 3 })).toMatchObject({
      status: 200,
      body: { available: 0, sold: 3, is_available: false },
    });
    expect(await change(ticket.id, { available_from: '2031-04-02' })).toMatchObject({
      status: 400,
      body: { data: { params: { available_from: expect.anything() } } },
    });
  });
});

describe('DELETE /events/{id}/tickets/{ticketId}', () => {
  it('removes a ticket with attendees only with force', async () => {
    const ticket = await app.given.ticket();
    await app.given.attendee(ticket);
    const { delete: remove, read } = tickets(ticket.event);
    expect(await remove(ticket.id)).toMatchObject({ status: 409, body: { code: 'ticket-has-attendees' } });
    expect(await remove(ticket.id, 'force=true')).toMatchObject({ status: 200, body: { id: ticket.id, sold: 1 } });
    expect(await read(ticket.id)).toMatchObject({ status: 404 });
    expect((await app.api.as(editor).get(`/events/${ticket.event}/attendees`)).body).toMatchObject({ total: 0 });
  });

  it('needs no force when all places are cancelled', async () => {
    const ticket = await app.given.ticket();
    const { id, cancel_token } = await app.given.attendee(ticket);
    await app.api.delete(`/events/${ticket.event}/attendees/${id}`, { cancel_token });
    expect(await tickets(ticket.event).delete(ticket.id)).toMatchObject({ status: 200 });
  });
});

describe('writing tickets', () => {
  it('requires the right to change the event', async () => {
    const author = app.given.author();
    const { id: event } = await app.given.event({}, author);
    const { body } = await tickets(event, author).create({ name: 'Mine' });
    const { id } = body as { id: number };
    for (const [who, refused] of [
      [{}, 401],
      [app.given.author(), 403],
      [app.given.contributor(), 403],
    ] as const) {
      const theirs = tickets(event, who);
      for (const answer of [
        await theirs.create({ name: 'x' }),
        await theirs.change(id, { name: 'x' }),
        await theirs.delete(id),
      ])
        expect(answer).toMatchObject({ status: refused, body: { code: 'rest_forbidden' } });
    }
    expect(await tickets(event, author).delete(id)).toMatchObject({ status: 200 });
  });
});
