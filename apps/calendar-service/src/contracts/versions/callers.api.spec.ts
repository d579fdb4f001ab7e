import { selectColumns, sql } from '@almanac/database';
import { nonEmpty } from '@almanac/testing';
import { StoredEvent } from '../../records/record/record.entity';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { type Made } from '../../testing/given';

/** Two authors with the same rights, the same author with less rights, and callers with other rights. */
let app: CalendarApp;
let callers: Record<'nobody' | 'ann' | 'bob' | 'readingAnn' | 'reader' | 'editor', Partial<Person>>;
let made: Record<'event' | 'series' | 'venue' | 'hidden' | 'organizer' | 'category' | 'tag', Made>;
let feeds: [ofAnn: string, ofBob: string];

const SOON = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:invited@example.test',
  'SUMMARY:With guests',
  'DTSTART:20310501T080000Z',
  'ATTENDEE;CN=Guest:mailto:guest@example.test',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

beforeAll(async () => {
  app = await startCalendar();
  const [ann, bob, editor] = [app.given.author(), app.given.author(), app.given.editor()];
  callers = {
    nobody: {},
    ann,
    bob,
    readingAnn: app.content.narrowed(ann, ['event-create']),
    reader: app.content.user(['event-view-private', 'venue-view-private', 'organizer-view-private']),
    editor,
  };
  const shared = { venue: await app.given.venue(), organizer: await app.given.organizer() };
  const terms = { category: await app.given.category(), tag: await app.given.tag() };
  const hidden = await app.given.venue({ status: 'private' }, ann);
  const links = { venue: [shared.venue.id], organizer: shared.organizer.id };
  const filed = { categories: [terms.category.id], tags: [terms.tag.id], ...links };
  for (const author of [ann, bob]) {
    await app.given.organizer({ status: 'private' }, author);
    await app.given.venue({ status: 'draft' }, author);
    for (const status of ['draft', 'private'])
      await app.given.event({ status, ...SOON, ...filed, title: `${status} of ${author.id}` }, author);
  }
  await app.api.as(ann).with({ 'content-type': 'text/calendar' }).post('/import', FILE);
  const [imported] = await app.database.query(
    sql`SELECT ${selectColumns(StoredEvent, 'event', 'id')} FROM events event WHERE uid LIKE 'invited@%'`,
  );
  const event = (
    await app.api.as(ann).patch(`/events/${imported?.id}`, { ...SOON, ...filed, venue: [shared.venue.id, hidden.id] })
  ).body as Made;
  await app.given.attendee(await app.given.ticket({ capacity: 5 }, event.id));
  const series = await app.given.event({ ...SOON, rrule: 'FREQ=DAILY;COUNT=3' }, ann);
  await app.api.as(ann).patch(`/events/${series.id}?occurrence_id=${String(series['occurrence_id'])}`, {
    status: 'draft',
  });
  made = { event, series, hidden, ...shared, ...terms };
  const feedOf = async (owner: Person) => {
    const { body } = await app.api.as(owner).post('/feeds', { name: 'Mine' });
    return String(Reflect.get(Object(body), 'url')).replace(/^.*\/v1/, '');
  };
  feeds = [await feedOf(ann), await feedOf(bob)];
});
afterAll(() => app.close());

type Caller = keyof typeof callers;
const NAMES: readonly Caller[] = ['nobody', 'ann', 'bob', 'readingAnn', 'reader', 'editor'];

interface Answer {
  caller: Caller;
  status: number;
  text: string;
  etag: string | null;
}
async function answer(caller: Caller, path: string, known?: string): Promise<Answer> {
  const api = app.api.as(callers[caller]).with(known === undefined ? {} : { 'if-none-match': known });
  const { status, text, headers } = await api.get(path);
  return { caller, status, text, etag: headers.get('etag') };
}

/** Addresses with ids of the records, and the callers who see something else there than the author Ann. */
const ADDRESSES: [template: string, different: readonly Caller[]][] = [
  ...[
    '/events.ics',
    '/venues/{venue}.ics',
    '/organizers/{organizer}.ics',
    '/categories/{category}.ics',
    '/events',
    '/events?start_date=2020-01-01&end_date=2040-01-01',
    '/events?venue={venue}',
  ].map((template): [string, Caller[]] => [template, ['bob', 'nobody', 'readingAnn', 'reader', 'editor']]),
  ['/events/{event}.ics', ['bob', 'nobody', 'readingAnn', 'reader']],
  ['/events/{event}', ['bob', 'nobody', 'readingAnn', 'reader']],
  ['/events/{event}?occurrence_date=tomorrow', ['bob', 'nobody', 'readingAnn', 'reader']],
  ['/events/{series}/occurrences', ['bob', 'nobody', 'reader']],
  ['/organizers', ['bob', 'nobody', 'reader', 'editor']],
  ['/venues', ['bob', 'nobody', 'reader', 'editor']],
  ['/venues/{venue}', []],
  ['/categories', []],
  ['/tags/{tag}', []],
  ['/events/{event}/tickets', []],
];

describe('the ETag of one caller', () => {
  it.each(ADDRESSES)('is not that of a different answer to another one: %s', async (template, different) => {
    const ids = new Map<string, Made>(Object.entries(made));
    const path = template.replace(/{(\w+)}/g, (_, name: string) => String(ids.get(name)?.id));
    const answers = await Promise.all(NAMES.map((caller) => answer(caller, path)));
    const tagged = answers.filter(({ status, etag }) => status === 200 && etag !== null);
    const ofAnn = tagged.find(({ caller }) => caller === 'ann');
    expect(ofAnn).toBeDefined();
    const others = tagged.filter(({ text }) => text !== ofAnn?.text).map(({ caller }) => caller);
    expect(others.sort()).toEqual([...different].sort());
    for (const { caller: first, etag, text: known } of nonEmpty(tagged))
      for (const { caller, text: own } of nonEmpty(tagged)) {
        const { status, text } = await answer(caller, path, etag ?? '');
        expect({ first, caller, seen: status === 304 ? known : text }).toEqual({ first, caller, seen: own });
      }
  });

  it('is not that of another private feed', async () => {
    const [ofAnn, ofBob] = [await answer('nobody', feeds[0]), await answer('nobody', feeds[1])];
    expect(ofAnn.text).not.toBe(ofBob.text);
    expect(await answer('nobody', feeds[1], ofAnn.etag ?? '')).toMatchObject({ status: 200, text: ofBob.text });
  });
});
