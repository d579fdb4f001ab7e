import { nonEmpty, type TestApi } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { MadeTicket } from '../../testing/given';

let app: CalendarApp;
let api: TestApi;
beforeAll(async () => {
  app = await startCalendar();
  api = app.api.repeatingWhenBusy();
});
afterAll(() => app.close());

const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

const reserve = async ({ id, event }: MadeTicket, email: string) => {
  const { status, body } = await api.post(`/events/${event}/attendees`, { ticket: id, name: 'Guest', email });
  return { status, body };
};

/** Number of answers with each status. */
function counted(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The counts of the ticket, and the actual number of attendees who are going. */
async function places({ id, event }: MadeTicket) {
  const editor = app.api.as(app.given.editor());
  const { body: ticket } = await editor.get(`/events/${event}/tickets/${id}`);
  const { body: list } = await editor.get(`/events/${event}/attendees?ticket=${id}&status=going`);
  const { sold, available } = ticket as Record<string, unknown>;
  return { sold, available, going: (list as Record<string, unknown>)['total'] };
}

describe('concurrent reservations', () => {
  it('never exceed the capacity: of 200 for 50 places, 150 get 409', async () => {
    const ticket = await app.given.ticket({ capacity: 50 });
    const answers = await many(200, (i) => reserve(ticket, `guest${i}@example.test`));
    expect(counted(answers)).toEqual({ 201: 50, 409: 150 });
    expect(answers.filter(({ status }) => status === 409)).toContainEqual({
      status: 409,
      body: expect.objectContaining({ code: 'ticket-sold-out' }),
    });
    expect(await places(ticket)).toEqual({ sold: 50, available: 0, going: 50 });
  });

  it('take one place per e-mail address, regardless of letter case', async () => {
    const ticket = await app.given.ticket({ capacity: 10 });
    const answers = await many(30, (i) => reserve(ticket, i % 2 ? 'twin@example.test' : 'TWIN@Example.test'));
    expect(counted(answers)).toEqual({ 201: 1, 409: 29 });
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'attendee-exists' } });
    expect(await places(ticket)).toEqual({ sold: 1, available: 9, going: 1 });
  });
});

describe('concurrent cancellations of one place', () => {
  it('free the place only once', async () => {
    const ticket = await app.given.ticket({ capacity: 3 });
    const guests = [await app.given.attendee(ticket), await app.given.attendee(ticket)];
    const answers = await many(20, (i) => {
      const { id, cancel_token } = guests[i % 2]!;
      return api.delete(`/events/${ticket.event}/attendees/${id}`, { cancel_token });
    });
    expect(counted(answers)).toEqual({ 200: 2, 410: 18 });
    expect(await places(ticket)).toEqual({ sold: 0, available: 3, going: 0 });
  });
});

describe('concurrent reservations, cancellations, deletions and ticket changes', () => {
  it('keep the count of sold places correct, without server errors', async () => {
    const ticket = await app.given.ticket({ capacity: 20 });
    const guests = await many(20, () => app.given.attendee(ticket));
    const editor = app.api.as(app.given.editor());
    const answers = await many(90, async (i) => {
      const guest = guests[i % 20]!;
      const place = `/events/${ticket.event}/attendees/${guest.id}`;
      if (i % 3 === 0) return reserve(ticket, `late${i}@example.test`);
      if (i % 15 === 1) return editor.patch(`/events/${ticket.event}/tickets/${ticket.id}`, { capacity: 20 + (i % 4) });
      if (i % 15 === 2) return editor.delete(`${place}?force=true`);
      if (i % 15 === 4) return editor.post(`${place}/check-in`);
      return api.delete(place, { cancel_token: guest.cancel_token });
    });
    // 401 and 404: the attendee was removed meanwhile.
    for (const { status } of nonEmpty(answers)) expect([200, 201, 400, 401, 404, 409, 410]).toContain(status);
    const { sold, going } = await places(ticket);
    expect(sold).toBe(going);
  });

  it('leave no attendees when the event is deleted for good', async () => {
    const ticket = await app.given.ticket({ capacity: 100 });
    const guest = await app.given.attendee(ticket);
    const editor = app.api.as(app.given.editor());
    const answers = await many(30, async (i) => {
      if (i === 10) return editor.delete(`/events/${ticket.event}?force=true`);
      if (i === 9)
        return api.delete(`/events/${ticket.event}/attendees/${guest.id}`, { cancel_token: guest.cancel_token });
      return reserve(ticket, `doomed${i}@example.test`);
    });
    for (const { status } of nonEmpty(answers)) expect([200, 201, 400, 401, 404, 409]).toContain(status);
    const left = await app.database.query(`SELECT id FROM attendees WHERE event_id = $1`, [ticket.event]);
    expect(left).toEqual([]);
  });
});
