import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { MadeAttendee } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const ANN = { name: 'Ann Example', email: 'ann@example.test' };
const reserve = (event: number, fields: object = {}, who: object = {}) =>
  app.api.as(who).post(`/events/${event}/attendees`, { ...ANN, ...fields });
const address = ({ event, id }: Pick<MadeAttendee, 'event' | 'id'>) => `/events/${event}/attendees/${id}`;

describe('POST /events/{id}/attendees', () => {
  it('creates a place for an anonymous caller, and returns a cancel token', async () => {
    const { id: ticket, event } = await app.given.ticket({ price: 12, currency: 'EUR', capacity: 2 });
    const { status, body } = await reserve(event, { ticket });
    const up = `https://calendar.example/calendar/events/v1/events/${event}`;
    const { id } = body as MadeAttendee;
    expect([status, body]).toEqual([
      201,
      {
        id,
        event,
        ticket,
        occurrence_date: null,
        ...ANN,
        quantity: 1,
        status: 'going',
        cost: '€12',
        cost_details: { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix', values: ['12'] },
        reserved: true,
        checked_in: false,
        checked_in_at: null,
        checked_in_at_utc: null,
        date: expect.any(String),
        date_utc: expect.any(String),
        urls: { self: `${up}/attendees/${id}`, collection: `${up}/attendees`, up },
        cancel_token: expect.stringMatching(/^[\w-]{24}$/),
      },
    ]);
    const [stored] = await app.database.query(`SELECT * FROM attendees WHERE id = $1`, [id]);
    expect(JSON.stringify(stored)).not.toContain((body as MadeAttendee).cancel_token);
    expect((await app.api.as(editor).get(address({ event, id }))).text).not.toContain('cancel_token');
  });

  it('uses the only free ticket of the event when no ticket is given', async () => {
    const { id: event } = await app.given.event();
    expect(await reserve(event)).toMatchObject({ status: 409, body: { code: 'event-without-rsvp' } });
    await app.given.ticket({ price: 5 }, event);
    const { id: rsvp } = await app.given.ticket({}, event);
    expect(await reserve(event)).toMatchObject({ status: 201, body: { ticket: rsvp, cost: 'Free', reserved: false } });
    await app.given.ticket({}, event);
    expect(await reserve(event)).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['ticket'] } },
    });
  });

  it('keeps the price at the time of the reservation', async () => {
    const ticket = await app.given.ticket({ price: 5 });
    const guest = await app.given.attendee(ticket);
    await app.api.as(editor).patch(`/events/${ticket.event}/tickets/${ticket.id}`, { price: 50 });
    expect((await app.api.as(editor).get(address(guest))).body).toMatchObject({ cost: '5' });
  });

  it.each([
    [{ name: undefined, email: null }, 'rest_missing_callback_param', ['name', 'email']],
    [{ email: 'nobody' }, 'rest_invalid_param', { email: 'Invalid parameter.' }],
    [{ email: '' }, 'rest_invalid_param', { email: 'Invalid parameter.' }],
    [
      { email: `${'a'.repeat(250)}@b.test` },
      'rest_invalid_param',
      { email: 'email must be at most 254 characters long.' },
    ],
    [{ name: '<b></b>' }, 'rest_invalid_param', { name: 'Invalid parameter.' }],
    [{ ticket: 'front row' }, 'rest_invalid_param', { ticket: 'Invalid parameter.' }],
    [{ ticket: 4_711_000 }, 'rest_invalid_param', { ticket: 'Invalid parameter.' }],
  ])('rejects %j with 400', async (fields, code, params) => {
    const { event } = await app.given.ticket();
    expect(await reserve(event, fields)).toMatchObject({ status: 400, body: { code, data: { params } } });
  });

  it('rejects a ticket of another event', async () => {
    const [{ id: ticket }, { event }] = [await app.given.ticket(), await app.given.ticket()];
    expect(await reserve(event, { ticket })).toMatchObject({
      status: 400,
      body: { data: { params: { ticket: 'Invalid parameter.' } } },
    });
  });

  it('limits an e-mail address to one place per ticket until it is cancelled', async () => {
    const ticket = await app.given.ticket({ capacity: 1 });
    const first = await app.given.attendee(ticket, ANN);
    expect(await reserve(ticket.event, { email: 'ANN@example.TEST' })).toMatchObject({
      status: 409,
      body: { code: 'attendee-exists', message: 'This e-mail address has a place already' },
    });
    expect(await reserve(ticket.event, { email: 'ben@example.test' })).toMatchObject({
      status: 409,
      body: { code: 'ticket-sold-out' },
    });
    await app.api.delete(address(first), { cancel_token: first.cancel_token });
    expect(await reserve(ticket.event)).toMatchObject({ status: 201 });
  });

  it.each([
    ['a draft', { status: 'draft' }, {}, 'event-not-published'],
    ['an event that is over', { start_date: '2021-05-01 10:00', end_date: '2021-05-01 11:00' }, {}, 'event-is-over'],
    ['a ticket that is not on sale yet', {}, { available_from: '2031-01-01' }, 'ticket-sales-not-started'],
    ['a ticket that is no longer on sale', {}, { available_until: '2021-01-01' }, 'ticket-sales-closed'],
  ])('rejects %s with 409', async (_, event, ticket, code) => {
    const made = await app.given.ticket(ticket, (await app.given.event(event)).id);
    expect(await reserve(made.event, {}, editor)).toMatchObject({ status: 409, body: { code, error: { code: 409 } } });
    expect((await app.api.as(editor).get(`/events/${made.event}/tickets`)).body).toMatchObject({
      tickets: [{ is_available: false, sold: 0 }],
    });
  });

  it('requires read access to the event, by permission or password', async () => {
    const [secret, locked, trashed] = [
      await app.given.event({ status: 'private' }),
      await app.given.event({ password: 'sesame' }),
      await app.given.event(),
    ];
    for (const { id } of [secret, locked, trashed]) await app.given.ticket({}, id);
    await app.api.as(editor).delete(`/events/${trashed.id}`);
    expect(await reserve(secret.id)).toMatchObject({ status: 403, body: { code: 'event-not-accessible' } });
    expect(await reserve(secret.id, {}, editor)).toMatchObject({ status: 201 });
    expect(await reserve(locked.id, { password: 'guess' })).toMatchObject({
      status: 403,
      body: { code: 'event-password-protected' },
    });
    expect(await reserve(locked.id, { password: 'sesame' })).toMatchObject({ status: 201 });
    expect(await reserve(trashed.id)).toMatchObject({ status: 403, body: { code: 'event-no-longer-available' } });
    expect(await reserve(4_711_000)).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } });
  });
});

describe('GET /events/{id}/attendees', () => {
  it('lists, filters and searches attendees for editors of the event', async () => {
    const { id: event } = await app.given.event();
    const [front, back] = [await app.given.ticket({}, event), await app.given.ticket({}, event)];
    const [ann, ben] = [
      await app.given.attendee(front, { name: 'Änn', email: 'a@example.test' }),
      await app.given.attendee(back, { name: 'Ben', email: 'ben@xylophone.test' }),
    ];
    const cleo = await app.given.attendee(back, { name: 'Cleo 100%' });
    await app.api.delete(address(ben), { cancel_token: ben.cancel_token });
    await app.api.as(editor).post(`${address(ann)}/check-in`);
    const names = async (query: string) => {
      const { body } = await app.api.as(editor).get(`/events/${event}/attendees?${query}`);
      return (body as { attendees: { name: string }[] }).attendees.map(({ name }) => name);
    };
    expect(await names('')).toEqual(['Änn', 'Ben', 'Cleo 100%']);
    expect(await names(`ticket=${back.id}`)).toEqual(['Ben', 'Cleo 100%']);
    expect(await names('status=going')).toEqual(['Änn', 'Cleo 100%']);
    expect(await names('status=cancelled')).toEqual(['Ben']);
    expect(await names('checked_in=true')).toEqual(['Änn']);
    expect(await names('checked_in=0&status=going')).toEqual(['Cleo 100%']);
    expect(await names('search=ann')).toEqual(['Änn']);
    expect(await names('search=XYLO')).toEqual(['Ben']);
    expect(await names('search=%25')).toEqual(['Cleo 100%']);
    expect(await names('orderby=name&order=desc')).toEqual(['Cleo 100%', 'Ben', 'Änn']);
    expect(await names('per_page=1&page=3')).toEqual([cleo.name]);
    expect((await app.api.as(editor).get(`/events/${event}/attendees?status=going&per_page=1`)).body).toMatchObject({
      total: 2,
      total_pages: 2,
      next_rest_url: `https://calendar.example/calendar/events/v1/events/${event}/attendees/?per_page=1&status=going&page=2`,
    });
    for (const [query, status] of [
      ['status=maybe', 400],
      ['checked_in=x', 400],
      ['ticket=x', 400],
      ['orderby=cancel_token', 400],
      ['page=9', 404],
    ] as const)
      expect((await app.api.as(editor).get(`/events/${event}/attendees?${query}`)).status).toBe(status);
  });

  it('shows other callers only their own places, and rejects anonymous callers with 401', async () => {
    const { id: event } = await app.given.event();
    await app.given.attendee(await app.given.ticket({}, event));
    const member = app.given.subscriber();
    await reserve(event, {}, member);
    expect((await app.api.as(member).get(`/events/${event}/attendees`)).body).toMatchObject({
      total: 1,
      attendees: [ANN],
    });
    expect((await app.api.as(app.given.author()).get(`/events/${event}/attendees`)).body).toMatchObject({ total: 0 });
    expect(await app.api.get(`/events/${event}/attendees`)).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden' },
    });
  });
});

describe('GET /events/{id}/attendees/csv', () => {
  it('returns the filtered list as CSV with escaped formulas', async () => {
    const { id: event } = await app.given.event({ title: 'Open day' });
    const ticket = await app.given.ticket({ price: 3, currency: 'EUR' }, event);
    const guest = await app.given.attendee(ticket, { name: '=cmd|"calc"', email: 'evil@example.test' });
    const other = await app.given.attendee(ticket);
    await app.api.delete(address(other), { cancel_token: other.cancel_token });
    const { status, headers, text } = await app.api.as(editor).get(`/events/${event}/attendees/csv?status=going`);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      "attachment; filename*=UTF-8''open-day-attendees.csv",
    ]);
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toBe('"id","ticket","name","email","status","cost","checked_in_at","date","occurrence_date"');
    expect(row).toContain(`"${guest.id}","${ticket.id}","'=cmd|""calc""","evil@example.test","going","€3","",`);
    expect(rest).toEqual(['']);
  });

  it('returns all attendees, regardless of their number', async () => {
    const ticket = await app.given.ticket();
    await app.database.query(
      `INSERT INTO attendees (event_id, ticket_id, name, email, price, currency, cancel_token_hash)
        SELECT $1, $2, 'Guest ' || n, n || '@example.test', 0, '', '' FROM generate_series(1, 2500) n`,
      [ticket.event, ticket.id],
    );
    const { text } = await app.api.as(editor).get(`/events/${ticket.event}/attendees/csv`);
    expect(new Set(text.trimEnd().split('\r\n')).size).toBe(2_501);
  });

  it('applies the access check and the filter checks of the list', async () => {
    const { event } = await app.given.attendee(await app.given.ticket());
    expect((await app.api.get(`/events/${event}/attendees/csv`)).status).toBe(401);
    expect(
      (await app.api.as(app.given.author()).get(`/events/${event}/attendees/csv`)).text.trimEnd().split('\r\n'),
    ).toHaveLength(1);
    expect((await app.api.as(editor).get(`/events/${event}/attendees/csv?status=maybe`)).status).toBe(400);
  });
});

describe('GET /events/{id}/attendees/{attendeeId}', () => {
  it('accepts editors, the caller who took the place, and the cancel token', async () => {
    const ticket = await app.given.ticket();
    const guest = await app.given.attendee(ticket);
    const member = app.given.subscriber();
    const own = (await reserve(ticket.event, {}, member)).body as MadeAttendee;
    const read = async (place: string, who: object = {}) => (await app.api.as(who).get(place)).status;
    expect(await read(address(guest), editor)).toBe(200);
    expect(await read(`${address(guest)}?cancel_token=${guest.cancel_token}`)).toBe(200);
    expect(await read(`${address(guest)}?cancel_token=${own.cancel_token}`)).toBe(401);
    expect(await read(address(guest))).toBe(401);
    expect(await read(address(guest), member)).toBe(403);
    expect(await read(address(own), member)).toBe(200);
    expect(await read(address(own), app.given.subscriber())).toBe(403);
    // Callers without access cannot tell whether the attendee exists.
    const nobody = { event: ticket.event, id: 4_711_000 };
    expect(await read(address(nobody))).toBe(401);
    expect(await read(address(nobody), member)).toBe(403);
    expect(await read(address(nobody), editor)).toBe(404);
    expect(await read(address({ event: (await app.given.event()).id, id: guest.id }), editor)).toBe(404);
  });
});

describe('DELETE /events/{id}/attendees/{attendeeId}', () => {
  it('cancels the place, and returns 410 the second time', async () => {
    const ticket = await app.given.ticket({ capacity: 1 });
    const { cancel_token, ...guest } = await app.given.attendee(ticket);
    expect(await app.api.delete(address(guest))).toMatchObject({ status: 401 });
    expect(await app.api.delete(address(guest), { cancel_token: 'x'.repeat(24) })).toMatchObject({ status: 401 });
    expect(await app.api.delete(address(guest), { cancel_token })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect(await app.api.delete(address(guest), { cancel_token })).toMatchObject({
      status: 410,
      body: { code: 'attendee-is-cancelled' },
    });
    expect((await app.api.get(`/events/${ticket.event}/tickets/${ticket.id}`)).body).toMatchObject({
      sold: 0,
      available: 1,
    });
  });

  it('accepts editors, and the caller who took the place even after the event became private', async () => {
    const ticket = await app.given.ticket();
    const member = app.given.subscriber();
    const own = (await reserve(ticket.event, {}, member)).body as MadeAttendee;
    const guest = await app.given.attendee(ticket);
    await app.api.as(editor).patch(`/events/${ticket.event}`, { status: 'private' });
    expect((await app.api.as(member).delete(address(guest))).status).toBe(403);
    expect((await app.api.as(member).delete(address(own))).status).toBe(200);
    expect((await app.api.as(editor).delete(address(guest))).status).toBe(200);
  });

  it('removes the attendee for good when an editor sends force', async () => {
    const ticket = await app.given.ticket({ capacity: 1 });
    const guest = await app.given.attendee(ticket);
    await app.api.as(editor).post(`${address(guest)}/check-in`);
    expect((await app.api.delete(`${address(guest)}?force=true`, { cancel_token: guest.cancel_token })).status).toBe(
      401,
    );
    expect(await app.api.as(editor).delete(`${address(guest)}?force=true`)).toMatchObject({
      status: 200,
      body: { name: guest.name },
    });
    expect(await app.database.query(`SELECT id FROM attendees WHERE id = $1`, [guest.id])).toEqual([]);
    expect((await app.api.as(editor).get(`/events/${ticket.event}`)).body).toMatchObject({
      attendance: { going: 0, checked_in: 0, available: 1 },
    });
  });
});

describe('a check-in', () => {
  it('succeeds once under concurrent requests, and can be undone', async () => {
    const ticket = await app.given.ticket();
    const guest = await app.given.attendee(ticket);
    const door = app.api.as(editor);
    const arrivals = await Promise.all([1, 2, 3].map(() => door.post(`${address(guest)}/check-in`)));
    expect(arrivals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(arrivals.find(({ status }) => status === 200)?.body).toMatchObject({
      checked_in: true,
      checked_in_at: expect.any(String),
    });
    expect(arrivals.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'attendee-is-checked-in' });
    expect((await app.api.delete(address(guest), { cancel_token: guest.cancel_token })).body).toMatchObject({
      code: 'attendee-is-checked-in',
    });
    expect(await door.delete(`${address(guest)}/check-in`)).toMatchObject({
      status: 200,
      body: { checked_in: false, checked_in_at: null },
    });
    expect(await door.delete(`${address(guest)}/check-in`)).toMatchObject({
      status: 409,
      body: { code: 'attendee-is-not-checked-in' },
    });
    expect((await door.get(`/events/${ticket.event}`)).body).toMatchObject({ attendance: { going: 1, checked_in: 0 } });
  });

  it('is rejected for cancelled places, and for callers who may not change the event', async () => {
    const guest = await app.given.attendee(await app.given.ticket());
    expect((await app.api.post(`${address(guest)}/check-in`)).status).toBe(401);
    expect((await app.api.as(app.given.author()).post(`${address(guest)}/check-in`)).status).toBe(403);
    await app.api.delete(address(guest), { cancel_token: guest.cancel_token });
    expect((await app.api.as(editor).post(`${address(guest)}/check-in`)).body).toMatchObject({
      code: 'attendee-is-cancelled',
    });
  });
});
