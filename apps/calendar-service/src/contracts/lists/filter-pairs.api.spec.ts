import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { noon } from '../conformance/given-days';

/** A filter as query text, and a predicate for the records that pass it, independent of the service. */
interface Filter<Thing> {
  query: string;
  passes: (thing: Thing) => boolean;
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
      const wanted = things.filter((thing) => one.passes(thing) && other.passes(thing)).map(({ id }) => id);
      const { status, text } = await app.api
        .as(editor)
        .get(`${path}${path.includes('?') ? '&' : '?'}per_page=50&${query}`);
      const { total, rest_url: link, ...rest } = JSON.parse(text);
      const found: number[] = (Object.values(rest).find(Array.isArray) ?? []).map(({ id }: Thing) => id);
      const kept = link ? Object.fromEntries(new URL(link).searchParams) : {};
      const lost = [...new URLSearchParams(query)].filter(([name, value]) => !String(kept[name]).startsWith(value));
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

it.each(['venue', 'organizer'] as const)('filters of the %s list work alone and in pairs', async (kind) => {
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
] as const)('filters of the %s list work alone and in pairs', async (plural, kind) => {
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
    // Wanted terms are never left out, so the two filters must agree.
    { query: `exclude=${ids((n) => n < 2).join(',')}`, passes: ({ n }) => n >= 2 },
    { query: `event=${event.id}`, passes: ({ n }) => n > 5 },
    { query: `slug=${kind}-6`, passes: ({ n }) => n === 6 },
    { query: 'orderby=count', passes: () => true },
    ...(parent ? [{ query: `parent=${parent.id}`, passes: ({ n }: { n: number }) => n % 4 === 1 }] : []),
  ];
  const used = things.filter(({ n }) => n % 2 === 0);
  // The terms of an event are listed regardless of its status (calendar-behaviour §8).
  const others = filters.filter((filter) => nameOf(filter) !== 'event');
  expect(await comparePairs(`/${plural}?hide_empty=false&filter[description]=paired`, things, filters)).toEqual([]);
  expect(await comparePairs(`/${plural}?filter[description]=paired`, used, others)).toEqual([]);
});
