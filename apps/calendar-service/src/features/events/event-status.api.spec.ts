import { selectColumns, selectComputed, sql } from '@almanac/database';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { StoredEvent } from '../../records/record/record.entity';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const change = (id: number, fields: object) => app.api.as(editor).post(`/events/${id}`, fields);

async function identity(id: number): Promise<{ uid: string; sequence: number }> {
  const [row] = await app.database.query(
    sql`SELECT ${selectColumns(StoredEvent, 'events', 'uid')}, ${selectComputed<{ sequence: number }>({ sequence: 'sequence + raised' })}
      FROM events JOIN changes ON kind = 'event' AND record_id = id WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error('there is no such event');
  return row;
}

describe('the status of an event', () => {
  it('is absent while the event takes place as planned', async () => {
    const event = await app.given.event({ event_status: 'scheduled', event_status_reason: 'none' });
    expect(Object.keys(event)).not.toContain('event_status');
    expect((await app.api.get(`/events/${event.id}`)).body).toMatchObject({
      json_ld: { eventStatus: 'https://schema.org/EventScheduled' },
    });
  });

  it.each([
    ['canceled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
  ])('can be %s, with a reason', async (word, said) => {
    const { id } = await app.given.event();
    const { body } = await change(id, { event_status: word, event_status_reason: 'Storm' });
    expect(body).toMatchObject({ event_status: word, event_status_reason: 'Storm' });
    const read = await app.api.get(`/events/${id}`);
    expect(read.body).toMatchObject({ event_status: word, json_ld: { eventStatus: `https://schema.org/${said}` } });
    expect(Object.keys(Object((await change(id, { event_status: 'scheduled' })).body))).not.toContain(
      'event_status_reason',
    );
  });

  it('hides its reason without the password', async () => {
    const { id } = await app.given.event({ event_status: 'canceled', event_status_reason: 'Storm', password: 'x' });
    expect((await app.api.get(`/events?include=${id}`)).body).toMatchObject({
      events: [{ event_status: 'canceled', event_status_reason: '' }],
    });
  });

  it('rejects words other than the three statuses', async () => {
    const { id } = await app.given.event();
    expect(await change(id, { event_status: 'moved' })).toMatchObject({
      status: 400,
      body: { data: { params: { event_status: 'Invalid parameter.' } } },
    });
  });
});

describe('the identity of an event', () => {
  it('has a stable UID, and a sequence that counts notable changes', async () => {
    const [one, other] = [await app.given.venue(), await app.given.venue()];
    const { id } = await app.given.event({ venue: one.id });
    const first = await identity(id);
    expect(first.sequence).toBe(0);
    let last = first.sequence;
    for (const fields of [
      { start_date: '2031-05-01 09:00' },
      { title: 'Other' },
      { venue: other.id },
      { event_status: 'canceled' },
    ]) {
      await change(id, fields);
      const { sequence } = await identity(id);
      expect(sequence).toBeGreaterThan(last);
      last = sequence;
    }
    await change(id, { featured: true, venue: other.id, title: 'Other' });
    expect(await identity(id)).toEqual({ uid: first.uid, sequence: last });
    await app.api.as(editor).delete(`/venues/${other.id}`);
    await app.api.as(editor).delete(`/events/${id}`);
    expect(await identity(id)).toEqual({ uid: first.uid, sequence: last + 2 });
  });
});
