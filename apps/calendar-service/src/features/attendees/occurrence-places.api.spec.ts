import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { MadeTicket } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const TIMES = { timezone: 'UTC', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
const DAYS = ['2031-05-01 10:00:00', '2031-05-02 10:00:00', '2031-05-03 10:00:00'] as const;
const course = async (fields: object = {}): Promise<MadeTicket> => {
  const { id } = await app.given.event({ ...TIMES, rrule: 'FREQ=DAILY;COUNT=3' });
  return app.given.ticket({ capacity: 2, per_occurrence: true, ...fields }, id);
};
let guests = 0;
const reserve = ({ id, event }: MadeTicket, occurrence_date: string | undefined, fields: object = {}) =>
  app.api.repeatingWhenBusy().post(`/events/${event}/attendees`, {
    ticket: id,
    name: 'Guest',
    email: `guest${guests++}@example.test`,
    ...(occurrence_date && { occurrence_date }),
    ...fields,
  });

describe('a ticket with a capacity for each occurrence', () => {
  it('limits the places of each occurrence separately', async () => {
    const ticket = await course();
    for (const day of nonEmpty(DAYS.slice(0, 2)))
      for (let i = 0; i < 2; i++)
        expect(await reserve(ticket, day)).toMatchObject({ status: 201, body: { occurrence_date: day } });
    expect(await reserve(ticket, DAYS[0])).toMatchObject({ status: 409, body: { code: 'ticket-sold-out' } });
    expect((await reserve(ticket, DAYS[2])).status).toBe(201);
    const { body } = await app.api.as(editor).get(`/events/${ticket.event}/tickets/${ticket.id}`);
    expect(body).toMatchObject({ capacity: 2, per_occurrence: true, sold: 5, available: null, is_available: true });
    const csv = await app.api.as(editor).get(`/events/${ticket.event}/attendees/csv`);
    expect(csv.text.split('\r\n')[1]).toContain('2031-05-01 10:00:00');
  });

  it('accepts the id of an occurrence instead of its date', async () => {
    const ticket = await course();
    const { body } = await app.api.get(`/events/${ticket.event}/occurrences`);
    const [, second] = (body as { occurrences: { occurrence_id: number }[] }).occurrences;
    expect(await reserve(ticket, undefined, { occurrence_id: second?.occurrence_id })).toMatchObject({
      status: 201,
      body: { occurrence_date: DAYS[1] },
    });
  });

  it.each([
    ['no occurrence', undefined, 400],
    ['an occurrence that does not exist', '2031-05-09 10:00', 404],
  ])('rejects a reservation for %s', async (_, day, status) => {
    expect((await reserve(await course(), day)).status).toBe(status);
  });

  it('needs no occurrence for an event without recurrence', async () => {
    const { id } = await app.given.event(TIMES);
    const ticket = await app.given.ticket({ capacity: 1, per_occurrence: true }, id);
    expect(await reserve(ticket, undefined)).toMatchObject({ status: 201, body: { occurrence_date: DAYS[0] } });
    expect((await reserve(ticket, undefined)).status).toBe(409);
  });

  it('returns a cancelled place to its occurrence', async () => {
    const ticket = await course({ capacity: 1 });
    const { body } = await reserve(ticket, DAYS[1]);
    const { id } = body as { id: number };
    expect((await app.api.as(editor).delete(`/events/${ticket.event}/attendees/${id}`)).status).toBe(200);
    expect((await reserve(ticket, DAYS[1])).status).toBe(201);
    expect((await reserve(ticket, DAYS[1])).status).toBe(409);
  });

  it('limits an e-mail address to one place per occurrence', async () => {
    const ticket = await course();
    const email = { email: 'same@example.test' };
    expect((await reserve(ticket, DAYS[0], email)).status).toBe(201);
    expect(await reserve(ticket, DAYS[0], email)).toMatchObject({ status: 409, body: { code: 'attendee-exists' } });
    expect((await reserve(ticket, DAYS[1], email)).status).toBe(201);
  });

  it('never exceeds its capacity under concurrent reservations', async () => {
    const ticket = await course({ capacity: 3 });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => reserve(ticket, DAYS[i % 2])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    const rows = await app.database.query(
      `SELECT occurrence::text AS day, count(*)::int AS going FROM attendees WHERE ticket_id = $1 AND status = 'going' GROUP BY 1 ORDER BY 1`,
      [ticket.id],
    );
    expect(rows).toEqual(DAYS.slice(0, 2).map((day) => ({ day, going: 3 })));
  });

  it('keeps its attendees with their occurrences when the series moves', async () => {
    const ticket = await course({ capacity: 1 });
    const email = { email: 'moving@example.test' };
    for (const day of DAYS) expect((await reserve(ticket, day, email)).status).toBe(201);
    const moved = { start_date: '2031-05-02 10:00', end_date: '2031-05-02 11:00' };
    expect((await app.api.as(editor).patch(`/events/${ticket.event}`, moved)).status).toBe(200);
    const { body } = await app.api.as(editor).get(`/events/${ticket.event}/attendees`);
    expect(
      (body as { attendees: { occurrence_date: string }[] }).attendees.map(({ occurrence_date }) => occurrence_date),
    ).toEqual([DAYS[1], DAYS[2], '2031-05-04 10:00:00']);
    expect((await reserve(ticket, '2031-05-04 10:00')).status).toBe(409);
  });

  it('rejects a capacity below the fullest day, and another per_occurrence while places are taken', async () => {
    const ticket = await course();
    for (const day of [DAYS[0], DAYS[0], DAYS[1]]) await reserve(ticket, day);
    const patch = (fields: object) => app.api.as(editor).patch(`/events/${ticket.event}/tickets/${ticket.id}`, fields);
    expect(await patch({ capacity: 1 })).toMatchObject({
      status: 400,
      body: { data: { params: { capacity: expect.stringContaining('at least 2') as string } } },
    });
    expect((await patch({ capacity: 2 })).status).toBe(200);
    expect(await patch({ per_occurrence: false })).toMatchObject({
      status: 400,
      body: { data: { params: { per_occurrence: expect.any(String) as string } } },
    });
  });
});

describe('a ticket for the event as a whole', () => {
  it('rejects an occurrence, and returns null as occurrence_date', async () => {
    const ticket = await course({ per_occurrence: false });
    expect(await reserve(ticket, DAYS[0])).toMatchObject({
      status: 400,
      body: { data: { params: { occurrence_date: expect.any(String) as string } } },
    });
    expect(await reserve(ticket, undefined)).toMatchObject({ status: 201, body: { occurrence_date: null } });
  });
});
