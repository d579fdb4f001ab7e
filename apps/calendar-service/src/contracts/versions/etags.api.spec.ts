import type { TestApi, TestResponse } from '@almanac/testing';
import { readCalendarSettings } from '../../config';
import { createCalendarApp } from '../../start';
import { CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let closeSecond: () => Promise<void>;
let second: CalendarApi;
let api: TestApi;
beforeAll(async () => {
  app = await startCalendar();
  const other = await createCalendarApp(readCalendarSettings(app.environment));
  await other.listen(0, '127.0.0.1');
  second = new CalendarApi(await other.getUrl());
  closeSecond = () => other.close();
  api = app.api.as(app.given.editor());
});
afterAll(async () => {
  await closeSecond();
  await app.close();
});

const etagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? '';
const ifMatch = (etag: string) => api.with({ 'if-match': etag });
const ifNoneMatch = (etag: string) => api.with({ 'if-none-match': etag });

async function ticketPath(): Promise<string> {
  const { id, event } = await app.given.ticket({ capacity: 5 });
  return `/events/${event}/tickets/${id}`;
}
async function attendeePath(): Promise<string> {
  const { id, event } = await app.given.attendee(await app.given.ticket());
  return `/events/${event}/attendees/${id}`;
}
const series = () => app.given.event({ rrule: 'FREQ=DAILY;COUNT=5' });
const pathOf = async (plural: string, made: Promise<{ id: number }>) => `/${plural}/${(await made).id}`;

/** A record of each kind, and a change to it. */
type Change = (caller: TestApi, path: string) => Promise<TestResponse>;
const changeBy =
  (fields: object): Change =>
  (caller, path) =>
    caller.put(path, fields);
const KINDS: [kind: string, make: () => Promise<string>, change: Change][] = [
  ['event', () => pathOf('events', app.given.event()), changeBy({ title: 'New' })],
  ['series', () => pathOf('events', series()), changeBy({ title: 'New' })],
  ['venue', () => pathOf('venues', app.given.venue()), changeBy({ city: 'New' })],
  ['organizer', () => pathOf('organizers', app.given.organizer()), changeBy({ phone: '12' })],
  ['category', () => pathOf('categories', app.given.category()), changeBy({ description: 'New' })],
  ['tag', () => pathOf('tags', app.given.tag()), changeBy({ description: 'New' })],
  ['ticket', ticketPath, changeBy({ name: 'New' })],
  ['attendee', attendeePath, (caller, path) => caller.post(`${path}/check-in`)],
];

describe.each(KINDS)('the ETag of one %s', (_kind, make, change) => {
  it('stays the same in all processes until a change, and answers 304', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(etagOf(await second.as(app.given.editor()).get(path))).toBe(etag);
    const known = await ifNoneMatch(etag).get(path);
    expect({ status: known.status, text: known.text, etag: etagOf(known) }).toEqual({ status: 304, text: '', etag });

    const changed = await change(api, path);
    const next = await ifNoneMatch(etag).get(path);
    expect({ status: next.status, etag: etagOf(next) }).toEqual({ status: 200, etag: etagOf(changed) });
    expect(etagOf(next)).not.toBe(etag);
  });

  it('answers 412 with the current version to a change of an older one', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    await change(api, path);
    const after = await api.get(path);
    for (const late of [await change(ifMatch(etag), path), await ifMatch(etag).delete(path)])
      expect({ status: late.status, body: late.body, etag: etagOf(late) }).toEqual({
        status: 412,
        body: expect.objectContaining({ message: expect.stringContaining('changed after you read it') }),
        etag: etagOf(after),
      });
    expect((await api.get(path)).body).toEqual(after.body);
    expect((await ifMatch('"a", b').delete(path)).status).toBe(400);
  });

  it('allows one of ten concurrent changes in two processes', async () => {
    const path = await make();
    const etag = etagOf(await api.get(path));
    const callers = [app.api, second].map((one) => one.as(app.given.editor()).with({ 'if-match': etag }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => callers.map((one) => change(one, path))).flat());
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  it('allows the removal of the current version', async () => {
    const path = await make();
    expect((await ifMatch(etagOf(await api.get(path))).delete(path)).status).toBe(200);
  });
});

it('the ETag of the answer to a creation equals that of the next read for every kind', async () => {
  const { id: event } = await app.given.event();
  const [venue, category] = [await app.given.venue(), await app.given.category()];
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  const creations: [path: string, fields: object][] = [
    ['/events', { title: 'A', ...times, venue: venue.id, categories: [category.id] }],
    ['/events', { title: 'B', ...times, rrule: 'FREQ=DAILY;COUNT=3', password: 'secret' }],
    ['/venues', { venue: 'A' }],
    ['/organizers', { organizer: 'A' }],
    ['/categories', { name: 'A' }],
    ['/tags', { name: 'A' }],
    [`/events/${event}/tickets`, { name: 'A' }],
    [`/events/${event}/attendees`, { name: 'A', email: 'a@example.test' }],
  ];
  for (const [path, fields] of creations) {
    const made = await api.post(path, fields);
    const read = await api.get(`${path}/${Reflect.get(Object(made.body), 'id')}?context=edit`);
    expect({ path, status: made.status, etag: etagOf(made) }).toEqual({ path, status: 201, etag: etagOf(read) });
  }
});

it('the ETag of an event changes with every record that it shows', async () => {
  const { id: venue } = await app.given.venue();
  const { id: organizer } = await app.given.organizer();
  const { id: category } = await app.given.category();
  const { id: tag } = await app.given.tag();
  const { id } = await app.given.event({ venue, organizer, categories: [category], tags: [tag] });
  const ticket = await app.given.ticket({}, id);
  const changes = [
    () => api.put(`/venues/${venue}`, { city: 'New' }),
    () => api.put(`/organizers/${organizer}`, { phone: '12' }),
    () => api.put(`/categories/${category}`, { name: 'Renamed category' }),
    () => api.put(`/tags/${tag}`, { name: 'Renamed tag' }),
    () => api.put(`/events/${id}/tickets/${ticket.id}`, { price: 12 }),
    () => app.given.attendee(ticket),
    () => api.put(`/events/${id}`, { password: 'secret' }),
    () => api.delete(`/venues/${venue}`),
  ];
  const seen = new Set([etagOf(await api.get(`/events/${id}`))]);
  for (const change of changes) {
    await change();
    seen.add(etagOf(await second.as(app.given.editor()).get(`/events/${id}?context=edit`)));
  }
  expect(seen.size).toBe(1 + changes.length);
});

describe('If-Match', () => {
  it('reveals no version to callers that cannot change the record', async () => {
    const { id } = await app.given.event();
    const subscriber = app.api.as(app.given.subscriber()).with({ 'if-match': '"x"' });
    for (const refused of [await subscriber.put(`/events/${id}`, {}), await subscriber.delete(`/events/${id}`)])
      expect({ status: refused.status, etag: etagOf(refused) }).toEqual({ status: 403, etag: '' });
  });

  it('compares with the occurrence that the request names', async () => {
    const path = `/events/${(await series()).id}?occurrence_date=2031-05-03 10:00:00`;
    const etag = etagOf(await api.get(path));
    expect((await ifMatch('"other"').delete(path)).status).toBe(412);
    expect((await ifMatch(etag).delete(path)).status).toBe(200);
  });

  it('protects a restore', async () => {
    const { id } = await app.given.venue();
    const removed = await api.delete(`/venues/${id}`);
    expect((await ifMatch('"other"').post(`/venues/${id}/restore`)).status).toBe(412);
    expect((await ifMatch(etagOf(removed)).post(`/venues/${id}/restore`)).status).toBe(200);
  });
});
