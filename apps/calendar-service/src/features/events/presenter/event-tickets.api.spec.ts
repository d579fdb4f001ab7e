import { setTimeout as sleep } from 'node:timers/promises';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const read = async (id: number, who: object = {}) => (await app.api.as(who).get(`/events/${id}`)).body;

describe('an event with tickets', () => {
  it('shows providers and cost, and its attendance to editors', async () => {
    const { id } = await app.given.event();
    const free = await app.given.ticket({ capacity: 10 }, id);
    await app.given.ticket({ capacity: 5, price: 20, currency: 'EUR' }, id);
    const guest = await app.given.attendee(free);
    await app.given.attendee(free);
    await app.api.as(editor).post(`/events/${id}/attendees/${guest.id}/check-in`);

    const shown = await read(id);
    expect(shown).toMatchObject({
      ticketed: ['rsvp', 'tickets'],
      cost: 'Free – €20',
      cost_details: { values: ['0', '20'] },
    });
    expect(shown).not.toHaveProperty('attendance');
    expect(await read(id, editor)).toMatchObject({
      attendance: { total_attendees: 2, going: 2, checked_in: 1, not_checked_in: 1, capacity: 15, available: 13 },
    });
  });

  it('keeps its own cost, or else shows that of the tickets in JSON-LD', async () => {
    const own = await app.given.event({ cost: '$7' });
    await app.given.ticket({ price: 20 }, own.id);
    expect(await read(own.id)).toMatchObject({ cost: '$7', cost_details: { values: ['7'] }, ticketed: ['tickets'] });
    const none = await app.given.ticket({ price: '20.50', currency: 'CHF' });
    expect(await read(none.event)).toMatchObject({
      cost: 'CHF20.50',
      cost_details: { currency_code: 'CHF' },
      json_ld: { offers: { price: '20.50', priceCurrency: 'CHF' } },
    });
  });

  it('loses its ticket members with its last ticket', async () => {
    const ticket = await app.given.ticket();
    await app.api.as(editor).delete(`/events/${ticket.event}/tickets/${ticket.id}`);
    const shown = await read(ticket.event, editor);
    expect(shown).toMatchObject({ cost: '' });
    expect(shown).not.toHaveProperty('ticketed');
    expect(shown).not.toHaveProperty('attendance');
  });

  it('deletes its tickets and attendees when it is deleted for good', async () => {
    const ticket = await app.given.ticket();
    await app.given.attendee(ticket);
    expect(await app.api.as(editor).delete(`/events/${ticket.event}?force=true`)).toMatchObject({
      status: 200,
      body: { ticketed: ['rsvp'] },
    });
    const left = await app.database.query(
      `SELECT id FROM tickets WHERE event_id = $1 UNION ALL SELECT id FROM attendees WHERE event_id = $1`,
      [ticket.event],
    );
    expect(left).toEqual([]);
  });
});

describe('GET /events?ticketed', () => {
  it('finds events with or without tickets, and shows their ticket members', async () => {
    const ids: number[] = [];
    const day = { start_date: '2041-05-01 10:00:00', end_date: '2041-05-01 11:00:00' };
    for (let i = 0; i < 4; i++) ids.push((await app.given.event({ ...day, password: i === 1 ? 'sesame' : '' })).id);
    const ticket = await app.given.ticket({ price: 5, currency: 'USD' }, ids[0]);
    await app.given.attendee(ticket);
    await app.given.ticket({}, ids[1]);
    const list = async (query: string, who: object = {}) =>
      (await app.api.as(who).get(`/events?include=${ids.join()}&orderby=id&order=asc&${query}`)).body as {
        events: Record<string, unknown>[];
      };

    const all = await list('ticketed=true');
    expect(all).toMatchObject({
      total: 2,
      events: [
        { id: ids[0], ticketed: ['tickets'], cost: '$5' },
        { id: ids[1], ticketed: null, cost: '' },
      ],
    });
    expect(all.events[0]).not.toHaveProperty('attendance');
    expect(await list('ticketed=true', editor)).toMatchObject({
      events: [{ attendance: { going: 1, available: null } }, { attendance: { going: null, available: null } }],
    });
    const without = await list('ticketed=0');
    expect(without).toMatchObject({ total: 2, events: [{ id: ids[2] }, { id: ids[3] }] });
    expect(without.events[0]).not.toHaveProperty('ticketed');
    expect(await list('')).toMatchObject({ total: 4 });
    const ofThatDay = async (query: string) =>
      (await app.api.get(`/events?start_date=2041-05-01&end_date=2041-05-01&${query}`)).body;
    expect(await ofThatDay('ticketed=true')).toMatchObject({ total: 2, events: [{ id: ids[0] }, { id: ids[1] }] });
    expect(await ofThatDay('ticketed=false&per_page=1')).toMatchObject({
      total: 2,
      total_pages: 2,
      events: [{ id: ids[2] }],
    });
    expect(await ofThatDay('')).toMatchObject({ total: 4 });
    expect(await list('ticketed=maybe')).toMatchObject({
      data: { params: { ticketed: 'ticketed is not of type boolean.' } },
    });
  });
});

describe('the change feed of events', () => {
  it('includes new and changed tickets, but no reservations', async () => {
    const { id } = await app.given.event();
    const follow = async (since: string) => {
      const { body } = await app.api.get(`/events/changes?per_page=200&since=${since}`);
      const { events, token } = body as { events: { id: number }[]; token: string };
      return { isTold: events.some((event) => event.id === id), token };
    };
    /** The feed reports a change only after all older transactions have ended, so this polls. */
    const told = async (since: string) => {
      for (;;) {
        const { isTold, token } = await follow(since);
        if (isTold) return token;
        await sleep(50);
      }
    };
    const { body: start } = await app.api.get('/events/changes?per_page=200');
    let { token } = start as { token: string };
    if (!(start as { events: { id: number }[] }).events.some((event) => event.id === id)) token = await told(token);

    const ticket = await app.given.ticket({ price: 3 }, id);
    token = await told(token);
    const modified = (await read(id)) as Record<string, unknown>;
    const guest = await app.given.attendee(ticket);
    await app.api.as(editor).post(`/events/${id}/attendees/${guest.id}/check-in`);
    expect((await follow(token)).isTold).toBe(false);
    expect(await read(id)).toMatchObject({ modified: modified['modified'] });
    const [counted] = await app.database.query(
      `SELECT 1 FROM changes WHERE kind = 'event' AND record_id = $1 AND changed_at > (SELECT created_at FROM attendees WHERE id = $2)`,
      [id, guest.id],
    );
    expect(counted).toBeUndefined();
    await app.api.as(editor).patch(`/events/${id}/tickets/${ticket.id}`, { price: 4 });
    await told(token);
  });
});
