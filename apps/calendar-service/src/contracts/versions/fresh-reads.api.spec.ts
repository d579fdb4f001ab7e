import { metrics } from '@almanac/observability';
import { type Caller, nonEmpty, until } from '@almanac/testing';
import { type AnotherProcess, startAnother } from '../../testing/another-process';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let other: AnotherProcess;
let editor: Person;
let event: Made;
let venue: Made;
let organizer: Made;
let category: Made;
beforeAll(async () => {
  app = await startCalendar();
  other = await startAnother(app);
  editor = app.given.editor();
  [venue, organizer, category] = [await app.given.venue(), await app.given.organizer(), await app.given.category()];
  event = await app.given.event({
    title: 'Walnut',
    venue: venue.id,
    organizer: organizer.id,
    categories: [category.id],
  });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const WINDOW = 'start_date=2000-01-01&end_date=2100-12-31';

/** Addresses whose answers are cached, and which show something of these records. */
const addresses = (): string[] => [
  `/events/${event.id}`,
  `/events/by-slug/${event.slug}`,
  `/events?${WINDOW}`,
  `/events?${WINDOW}&search=walnut`,
  `/events?${WINDOW}&_fields=events.title,events.venue`,
  `/venues/${venue.id}`,
  `/venues`,
  `/organizers`,
  `/categories/${category.id}`,
  `/categories?hide_empty=false`,
];

const read = async (path: string, caller: Caller, headers = {}) => {
  const { status, text, headers: answered } = await app.api.as(caller).with(headers).get(path);
  // Each refusal has an id of its own.
  return { status, text: text.replace(/"request_id":"[^"]*"/, ''), etag: answered.get('etag') };
};

/** A new prefix of the gateway has no cached answer. */
let fresh = 0;
async function readUncached(path: string, caller: Caller) {
  fresh += 1;
  const answer = await read(path, caller, { 'x-forwarded-prefix': `/fresh${fresh}` });
  return { ...answer, text: answer.text.replaceAll(`/fresh${fresh}/`, '/calendar/events/v1/') };
}

const withoutTag = ({ status, text }: { status: number; text: string }) => ({ status, text });

const change = (path: string, fields: object) => other.api.as(editor).patch(path, fields);
const sql = (text: string, id: number) => app.database.query(text, [id]);

const CHANGES: [name: string, work: () => Promise<unknown>][] = [
  ['a title', () => change(`/events/${event.id}`, { title: `Walnut ${fresh}` })],
  ['the name of a venue', () => change(`/venues/${venue.id}`, { venue: `Hall ${fresh}` })],
  ['the name of an organizer', () => change(`/organizers/${organizer.id}`, { organizer: `Club ${fresh}` })],
  ['the name of a category', () => change(`/categories/${category.id}`, { name: `Talks ${fresh}` })],
  ['a venue that becomes private', () => sql(`UPDATE venues SET status = 'private' WHERE id = $1`, venue.id)],
  ['a password', () => change(`/events/${event.id}`, { password: 'sesame' })],
  ['a draft', () => sql(`UPDATE events SET status = 'draft' WHERE id = $1`, event.id)],
  ['a publication', () => sql(`UPDATE events SET status = 'publish' WHERE id = $1`, event.id)],
];

describe('a read after a change by another process', () => {
  it.each(CHANGES)('shows %s to every caller', async (_, work) => {
    const callers: Caller[] = [{}, editor, app.given.contributor()];
    for (const path of addresses()) for (const caller of callers) await read(path, caller);
    await work();
    for (const path of nonEmpty(addresses()))
      for (const caller of callers) {
        const answer = await read(path, caller);
        expect([path, withoutTag(answer)]).toEqual([path, withoutTag(await readUncached(path, caller))]);
        expect([path, await read(path, caller)]).toEqual([path, answer]);
      }
  });
});

it('a repeated read answers 304 to a caller with the version, and keeps only the members of _fields', async () => {
  const { id } = await app.given.event({ title: 'Hazel' });
  for (const path of [`/events/${id}`, `/events?include=${id}`, `/venues`, '/categories?hide_empty=false']) {
    const first = await read(path, {});
    expect(await read(path, {})).toEqual(first);
    expect((await app.api.with({ 'if-none-match': first.etag ?? '' }).get(path)).status).toBe(304);
    const trimmed = `${path}${path.includes('?') ? '&' : '?'}_fields=rest_url`;
    for (let time = 0; time < 2; time++)
      expect(Object.keys(JSON.parse((await read(trimmed, {})).text) as object)).toEqual(
        path === `/events/${id}` ? ['rest_url'] : expect.arrayContaining(['rest_url']),
      );
  }
});

it('reads by two prefixes of the gateway show the addresses of each', async () => {
  const { id } = await app.given.event();
  for (let time = 0; time < 2; time++)
    for (const prefix of ['/wp-json/tribe/events/v1', '/other'])
      expect((await read(`/events/${id}`, {}, { 'x-forwarded-prefix': prefix })).text).toContain(
        `${prefix}/events/${id}"`,
      );
});

it('readers beside writers see every write that was acknowledged before their request', async () => {
  const { id } = await app.given.event({ title: 'Title 0' });
  let written = 0;
  const write = async () => {
    for (let next = 1; next <= 20; next++) {
      await change(`/events/${id}`, { title: `Title ${next}` });
      written = next;
    }
  };
  let isDone = false;
  const follow = async (path: string) => {
    while (!isDone) {
      const before = written;
      const { text } = await read(path, {});
      const [, shown] = /"title":"Title (\d+)"/.exec(text) ?? [];
      expect(Number(shown)).toBeGreaterThanOrEqual(before);
    }
  };
  const readers = [`/events/${id}`, `/events/${id}`, `/events?include=${id}`].map(follow);
  await write().finally(() => (isDone = true));
  await Promise.all(readers);
});

/** How many look-ups in the cache of answers had this outcome so far. */
async function lookups(outcome: string): Promise<number> {
  const text = await metrics.getSingleMetricAsString('almanac_answer_cache_total');
  return Number(new RegExp(`"${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

it.each<[string, (id: number) => string]>([
  ['search', () => `/events?${WINDOW}&search=hornbeam`],
  ['event', (id) => `/events/${id}`],
])('eight callers of one %s after a commit cost one build', async (_, pathOf) => {
  const path = pathOf((await app.given.event({ title: 'Hornbeam' })).id);
  const alone = await read(path, {});
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass`;
  // Commits in the databases of other tests part the callers.
  await until(async () => {
    await app.database.query('SELECT pg_current_xact_id()');
    const [built, joined] = [await lookups('miss'), await lookups('joined')];
    const reads = await app.database.transaction(async () => {
      await app.database.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
      const all = Promise.all(Array.from({ length: 8 }, () => read(path, {})));
      await until(async () => (await app.database.query(waiting)).length > 0);
      return { all };
    });
    const answers = await reads.all;
    if ((await lookups('miss')) !== built + 1) return false;
    expect(answers).toEqual(Array(8).fill(alone));
    return (await lookups('joined')) > joined;
  });
});
