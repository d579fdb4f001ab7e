import { selectComputed, sql } from '@almanac/database';
import { until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ RUN_JOBS: 'false' });
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Starts a process that works, which reports at its start, and waits until it has reported everything so far. */
async function report(): Promise<void> {
  const [now] = await app.database.query(
    sql`SELECT ${selectComputed<{ id: string }>({ id: 'pg_current_xact_id()::text' })}`,
  );
  const worker = await startCalendar({ ...app.environment, RUN_JOBS: 'true' });
  await until(async () => {
    const done = 'count(*) = 3 AND bool_and(transaction_id > $1::xid8)';
    const [row] = await app.database.query(
      sql`SELECT ${selectComputed<{ done: boolean }>({ done })} FROM webhook_reports`,
      [now?.id],
    );
    return row?.done === true;
  });
  await worker.close();
}
/** By name, because a transaction elsewhere on the server may delay the report of one kind. */
const reported = () =>
  app.content.reported
    .splice(0)
    .map(({ event, related_item }) => `${event} ${String(related_item['id'])}`)
    .sort();

it('reports public records as created, changed and deleted, each in its present state', async () => {
  await app.given.event();
  await report();
  // The first report starts with the changes from now on.
  expect(reported()).toEqual([]);

  const [event, venue, draft] = [
    await app.given.event({ title: 'Regatta', categories: ['Sports'], description: 'long text' }),
    await app.given.venue(),
    await app.given.event({ status: 'draft' }),
  ];
  await report();
  const first = app.content.reported.find(({ event: name }) => name === 'event_create');
  expect(first).toMatchObject({
    name: 'Regatta',
    url: expect.stringMatching(/^https:/),
    source: expect.stringMatching(new RegExp(`^event-${event.id}-\\d+$`)),
    category_ids: [expect.any(Number)],
    related_item: { id: event.id, title: 'Regatta' },
  });
  expect(JSON.stringify(first)).not.toContain('long text');
  expect(reported()).toEqual([`event_create ${event.id}`, `venue_create ${venue.id}`]);

  await app.api.as(editor).put(`/events/${event.id}`, { title: 'Regatta II' });
  await app.api.as(editor).put(`/events/${draft.id}`, { title: 'Still hidden' });
  await report();
  expect(reported()).toEqual([`event_update ${event.id}`]);

  await app.api.as(editor).delete(`/events/${event.id}`);
  await report();
  expect(reported()).toEqual([`event_delete ${event.id}`]);
});

it('repeats a report that was not accepted', async () => {
  const { id } = await app.given.organizer();
  app.content.refusesReports = 1;
  const worker = await startCalendar({ ...app.environment, RUN_JOBS: 'true' });
  await until(() => app.content.refusesReports === 0);
  await worker.close();
  await report();
  expect(reported()).toEqual([`organizer_create ${id}`]);
});

it('reports many long records in several requests, and a too long record by its id', async () => {
  const venue = await app.given.venue({ description: 'long '.repeat(2_000) });
  const hall = await app.given.venue({ description: 'long '.repeat(20_000) });
  const events = [await app.given.event({ title: 'In the hall', venue: hall.id })];
  for (let number = 0; number < 10; number += 1) events.push(await app.given.event({ venue: venue.id }));
  await report();
  const items = app.content.reported.map(({ related_item }) => related_item);
  expect(items).toContainEqual({ id: events[0]?.id });
  expect(items).toContainEqual(expect.objectContaining({ id: events[1]?.id, venue: expect.anything() }));
  const names = [
    ...events.map(({ id }) => `event_create ${id}`),
    `venue_create ${venue.id}`,
    `venue_create ${hall.id}`,
  ];
  expect(reported()).toEqual(names.sort());
});

it('reports nothing that strangers may not read, whether its author or an editor made the change', async () => {
  for (const by of [app.given.author(), editor])
    for (const status of ['draft', 'pending', 'private', 'future'])
      for (const kind of ['event', 'venue', 'organizer'] as const)
        await app.given[kind]({ status, ...(status === 'future' && { date: '2999-01-01' }) }, by);
  const [venue, organizer] = [await app.given.venue(), await app.given.organizer({ status: 'private' })];
  const guarded = await app.given.event({ password: 'sesame', venue: venue.id, tags: ['Treasure'] });
  const open = await app.given.event({ organizer: organizer.id });
  await report();
  const events = app.content.reported.flatMap(({ event, related_item: item }) =>
    event === 'event_create' ? [item] : [],
  );
  expect(events).toMatchObject([
    { id: guarded.id, venue: [], tags: [] },
    { id: open.id, organizer: [] },
  ]);
  expect(reported()).toEqual(
    [`event_create ${guarded.id}`, `event_create ${open.id}`, `venue_create ${venue.id}`].sort(),
  );
});
