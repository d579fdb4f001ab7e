import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { day, noon } from '../conformance/given-days';

/** A filter as query text, and a predicate for the records that pass it, independent of the service. */
interface Filter<Thing> {
  query: string;
  passes: (thing: Thing) => boolean;
  /** Explicitly chosen events are listed whatever their date (docs/compatibility.md). */
  isPick?: true;
  isDate?: true;
}

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Requests every filter alone and every pair of filters, and compares ids, totals and the parameters of links. */
async function comparePairs<Thing extends { id: number }>(
  path: string,
  things: readonly Thing[],
  filters: readonly Filter<Thing>[],
) {
  const faults: string[] = [];
  for (const [index, one] of filters.entries()) {
    for (const other of filters.slice(index)) {
      if (one !== other && nameOf(one) === nameOf(other)) continue;
      const query = one === other ? one.query : `${one.query}&${other.query}`;
      const isPicked = one.isPick ?? other.isPick ?? false;
      const applied = [one, other].filter(({ isDate }) => !(isDate && isPicked));
      const wanted = things.filter((thing) => applied.every(({ passes }) => passes(thing))).map(({ id }) => id);
      const { status, text } = await app.api
        .as(editor)
        .get(`${path}${path.includes('?') ? '&' : '?'}per_page=50&${query}`);
      const { total, rest_url: link, ...rest } = JSON.parse(text);
      const found: number[] = (Object.values(rest).find(Array.isArray) ?? []).map(({ id }: Thing) => id);
      const kept = link ? Object.fromEntries(new URL(link).searchParams) : {};
      const lost = [...new URLSearchParams(query)].filter(
        ([name, value]) => !String(kept[name]).startsWith(value) && !isPicked,
      );
      if (
        status !== 200 ||
        total !== wanted.length ||
        String(found.sort(ascending)) !== String(wanted.sort(ascending)) ||
        lost.length > 0
      )
        faults.push(
          `${query}: ${status}, ${total}, [${String(found)}] instead of [${String(wanted)}], lost ${JSON.stringify(lost)}`,
        );
    }
  }
  return faults;
}

const ascending = (a: number, b: number): number => a - b;
const nameOf = ({ query }: Filter<never>): string => query.split('=')[0] ?? '';

it('filters of events narrow a list alone and two by two', async () => {
  const [high, low] = [await app.given.category(), await app.given.category()];
  const below = await app.given.category({ parent: high.id });
  const tags = [await app.given.tag(), await app.given.tag()];
  const venues = [await app.given.venue({ geo_lat: 41.9, geo_lng: 12.5 }), await app.given.venue()];
  const organizers = [await app.given.organizer(), await app.given.organizer()];
  const specs = Array.from({ length: 16 }, (_, n) => ({
    n,
    start: n * 2 + 1,
    title: n % 3 === 0 ? `Concert & ball ${n}` : `Talk ${n}`,
    featured: n % 2 === 1,
    status: n % 5 === 4 ? 'draft' : 'publish',
    category: [high, low, below][n % 4],
    tag: tags[n % 3],
    venue: venues[n % 3],
    organizer: organizers[n % 5],
  }));
  const things: ((typeof specs)[number] & { id: number })[] = [];
  for (const spec of specs) {
    const { start, title, featured, status, category, tag, venue, organizer } = spec;
    const links = {
      categories: category ? [category.id] : [],
      tags: tag ? [tag.id] : [],
      venue: venue?.id ?? 0,
      organizer: organizer ? [organizer.id] : [],
    };
    things.push({ ...spec, id: (await app.given.event({ title, featured, status, ...noon(start), ...links })).id });
  }
  const parent = await app.given.event({ hide_from_listings: true });
  const children = things.filter(({ n }) => n % 4 === 1).map(({ id }) => id);
  for (const id of children) await app.api.as(editor).patch(`/events/${id}`, { post_parent: parent.id });
  const picked = things.filter(({ n }) => n < 9).map(({ id }) => id);

  type Event = (typeof things)[number];
  const date = (query: string, passes: (event: Event) => boolean): Filter<Event> => ({ query, passes, isDate: true });
  const filters: Filter<Event>[] = [
    { query: 'search=concert+%26', passes: ({ n }) => n % 3 === 0 },
    { query: `categories=${high.slug}`, passes: ({ n }) => n % 4 === 0 || n % 4 === 2 },
    { query: `tags=${tags[0]?.id},${tags[1]?.slug}`, passes: ({ n }) => n % 3 < 2 },
    { query: `venue=${venues[1]?.id}`, passes: ({ n }) => n % 3 === 1 },
    { query: `organizer=${organizers[0]?.id},${organizers[1]?.id}`, passes: ({ n }) => n % 5 < 2 },
    { query: 'featured=true', passes: ({ featured }) => featured },
    { query: 'status=draft', passes: ({ status }) => status === 'draft' },
    { query: `include=${picked.join(',')}`, passes: ({ n }) => n < 9, isPick: true },
    { query: `post_parent=${parent.id}`, passes: ({ n }) => n % 4 === 1 },
    { query: 'geoloc=true', passes: ({ n }) => n % 3 === 0 },
    { query: 'ticketed=false', passes: () => true },
    { query: 'filter[title:like]=Talk+1%25', passes: ({ title }) => title.startsWith('Talk 1') },
    { query: 'sort=-title', passes: () => true },
    date(`start_date=${day(9)}`, ({ start }) => start >= 9),
    date(`end_date=${day(21)}`, ({ start }) => start <= 21),
    date(`starts_after=${day(5)}`, ({ start }) => start > 5),
    date(`starts_before=${day(25)}`, ({ start }) => start <= 25),
    date(`ends_after=${day(3)}`, ({ start }) => start > 3),
    date(`ends_before=${day(27)}`, ({ start }) => start <= 27),
    date(`overlaps_from=${day(11)}`, ({ start }) => start >= 11),
    date(`overlaps_to=${day(19)}`, ({ start }) => start <= 19),
    date('modified_after=2020-01-01', () => true),
  ];
  expect(await comparePairs('/events', things, filters)).toEqual([]);
});

it.each(['venue', 'organizer'] as const)('filters of the %s narrow a list alone and two by two', async (kind) => {
  const event = await app.given.event({ ...noon(3), [kind]: [] });
  const things: { id: number; n: number }[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { id } = await app.given[kind]({
      [kind]: `${n % 3 === 0 ? 'Grand & old' : 'Plain'} ${kind} ${n}`,
      status: n % 5 === 4 ? 'draft' : 'publish',
      phone: String(n),
    });
    things.push({ id, n });
    if (n % 2 === 0) await app.given.event({ ...noon(n % 4 === 0 ? 5 : -5), [kind]: [id] });
  }
  const some = things.filter(({ n }) => n > 5);
  await app.api.as(editor).patch(`/events/${event.id}`, { [kind]: some.map(({ id }) => id) });
  const only = `filter[phone:ne]=`;
  expect(
    await comparePairs(`/${kind}s?${only}`, things, [
      { query: 'search=grand+%26', passes: ({ n }) => n % 3 === 0 },
      { query: `event=${event.id}`, passes: ({ n }) => n > 5 },
      { query: 'has_events=true', passes: ({ n }) => n % 2 === 0 || n > 5 },
      { query: 'only_with_upcoming=true', passes: ({ n }) => n % 4 === 0 || n > 5 },
      { query: 'status=draft', passes: ({ n }) => n % 5 === 4 },
      { query: 'modified_after=2020-01-01', passes: () => true },
      { query: 'filter[name:like]=Plain%25', passes: ({ n }) => n % 3 !== 0 },
      { query: 'orderby=name', passes: () => true },
    ]),
  ).toEqual([]);
});

it.each([
  ['categories', 'category'],
  ['tags', 'tag'],
] as const)('filters of %s narrow a list alone and two by two', async (plural, kind) => {
  const parent = kind === 'category' ? await app.given.category() : undefined;
  const things: { id: number; n: number }[] = [];
  for (let n = 0; n < 12; n += 1) {
    const below = parent && n % 4 === 1 ? { parent: parent.id } : {};
    const name = `${n % 3 === 0 ? 'Loud & clear' : 'Calm'} ${kind} ${n}`;
    things.push({ n, id: (await app.given[kind]({ name, description: 'paired', slug: `${kind}-${n}`, ...below })).id });
  }
  const ids = (chosen: (n: number) => boolean) => things.filter(({ n }) => chosen(n)).map(({ id }) => id);
  await app.given.event({ [plural]: ids((n) => n % 2 === 0) });
  const event = await app.given.event({ status: 'draft', [plural]: ids((n) => n > 5) });
  const filters: Filter<{ id: number; n: number }>[] = [
    { query: 'search=loud+%26', passes: ({ n }) => n % 3 === 0 },
    { query: `include=${ids((n) => n > 2).join(',')}`, passes: ({ n }) => n > 2 },
    { query: `exclude=${ids((n) => n > 9).join(',')}`, passes: ({ n }) => n <= 9 },
    { query: `event=${event.id}`, passes: ({ n }) => n > 5 },
    { query: `slug=${kind}-6`, passes: ({ n }) => n === 6 },
    { query: 'orderby=count', passes: () => true },
    ...(parent ? [{ query: `parent=${parent.id}`, passes: ({ n }: { n: number }) => n % 4 === 1 }] : []),
  ];
  const used = things.filter(({ n }) => n % 2 === 0);
  // The terms of an event are listed whatever its status (calendar-behaviour §8).
  const others = filters.filter((filter) => nameOf(filter) !== 'event');
  expect(await comparePairs(`/${plural}?hide_empty=false&filter[description]=paired`, things, filters)).toEqual([]);
  expect(await comparePairs(`/${plural}?filter[description]=paired`, used, others)).toEqual([]);
});
