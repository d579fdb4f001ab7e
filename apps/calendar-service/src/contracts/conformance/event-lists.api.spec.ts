import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { eventLists } from './event-requests';
import { noon } from './given-days';

// Titles begin with the ids of the conformance cases. Each case uses events with its own tag.
let app: CalendarApp;
let editor: Person;
let list: ReturnType<typeof eventLists>['list'];
let events: ReturnType<typeof eventLists>['events'];
let many: ReturnType<typeof eventLists>['many'];
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  ({ list, events, many } = eventLists(app));
});
afterAll(() => app.close());

it('EL-1: a list without events is empty', async () => {
  const { status, body, headers } = await app.api.get('/events');
  expect([status, body]).toMatchObject([200, { events: [], total: 0, total_pages: 0 }]);
  expect([headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual(['0', '0']);
  for (const link of ['next_rest_url', 'previous_rest_url']) expect(body).not.toHaveProperty(link);
});

it('EL-2, EL-4, EL-5, EL-6: pages have links, and a page beyond the last returns 404', async () => {
  const { only } = await many(7);
  const first = await list(`${only}&per_page=5`);
  expect(first.events).toHaveLength(5);
  expect(first.next_rest_url).toContain('page=2');
  expect(first.previous_rest_url).toBeUndefined();
  expect((await list(`${only}&per_page=10`)).events).toHaveLength(7);
  const third = await list(`${only}&per_page=3&page=3`);
  expect(new URL(third.previous_rest_url ?? '').searchParams.get('page')).toBe('2');
  const second = await list(`${only}&per_page=3&page=2`);
  expect(new URL(second.previous_rest_url ?? '').searchParams.has('page')).toBe(false);
  expect(await list(`${only}&per_page=7&page=2`)).toMatchObject({ status: 404, code: 'event-archive-page-not-found' });
});

it('EL-3: a page contains at most 50 events, and links use that page size', async () => {
  const { only } = await many(51);
  const page = await list(`${only}&per_page=100`);
  expect(page.events).toHaveLength(50);
  expect(new URL(page.next_rest_url ?? '').searchParams.get('per_page')).toBe('50');
});

it.each(['page', 'per_page'].flatMap((name) => ['foo', '-1', '0', 'foo%20bar', ''].map((value) => `${name}=${value}`)))(
  'EL-7: %s is rejected with 400',
  async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, code: 'rest_invalid_param' });
  },
);

it('EL-8: links of a filtered list lead to each event once', async () => {
  const { id } = await app.given.category();
  const { ids } = await many(12, () => ({ categories: [id] }));
  const seen: number[] = [];
  let page = await list(`categories=${id}&per_page=5`);
  for (;;) {
    seen.push(...page.events);
    if (!page.next_rest_url) break;
    const { search, searchParams } = new URL(page.next_rest_url);
    expect([searchParams.get('categories'), searchParams.get('per_page')]).toEqual([String(id), '5']);
    page = await list(search.slice(1));
  }
  expect(seen).toEqual(ids);
});

it('EL-20: a search finds words at any position in the title', async () => {
  const titles = ['foo', 'foo bar', 'bar'].flatMap((title) => Array.from({ length: 5 }, () => ({ title })));
  const { ids, only } = await events(...titles);
  const found = async (word: string) => (await list(`${only}&per_page=50&search=${word}`)).events;
  expect(await found('foo')).toEqual(ids.slice(0, 10));
  expect(await found('bar')).toEqual(ids.slice(5));
});

it.each(['categories', 'tags'] as const)(
  'EL-21 to EL-24: a list filters by any of several %s, by id or slug',
  async (name) => {
    const kind = name === 'tags' ? 'tag' : 'category';
    const [one, two, empty] = [await app.given[kind](), await app.given[kind](), await app.given[kind]()];
    const made: number[] = [];
    for (const term of [one, one, two, two, undefined, undefined])
      made.push((await app.given.event({ ...noon(7), ...(term && { [name]: [term.id] }) })).id);
    for (const query of [
      `${name}[]=${one.id}&${name}[]=${two.id}`,
      `${name}=${one.id},${two.id}`,
      `${name}=${one.slug},${two.id}`,
    ])
      expect((await list(query)).events).toEqual(made.slice(0, 4));
    expect(await list(`${name}=${empty.id}`)).toMatchObject({ status: 200, events: [] });
    for (const query of [`${name}=unknown`, `${name}[]=99999`, `${name}=${one.id},unknown`])
      expect((await list(query)).status).toBe(400);
  },
);

it.each(['venue', 'organizer'] as const)('EL-25 to EL-27: a list filters by any of several %ss', async (kind) => {
  const linked: Made[] = [];
  for (let n = 0; n < 4; n += 1) linked.push(await app.given[kind]());
  const ids = linked.map(({ id }) => id);
  const { ids: made } = await many(9, (n) => ({ [kind]: [ids[n % 3]] }));
  const both = kind === 'organizer' ? [(await app.given.event({ ...noon(7), organizer: ids.slice(0, 2) })).id] : [];
  for (const query of [`${kind}=${ids.join(',')}`, ids.map((id) => `${kind}[]=${id}`).join('&')])
    expect((await list(query)).events).toEqual([...made, ...both]);
  for (const query of [`${kind}=foo`, `${kind}=99999`, `${kind}=${ids[0]},99999`])
    expect((await list(query)).status).toBe(400);
});

it('EL-28: a list shows featured events, the others, or all', async () => {
  const { ids, only } = await many(6, (n) => ({ featured: n < 3 }));
  const found = async (query: string) => (await list(`${only}${query}`)).events;
  expect([await found('&featured=true'), await found('&featured=false'), await found('')]).toEqual([
    ids.slice(0, 3),
    ids.slice(3),
    ids,
  ]);
});

it('EL-29 to EL-31: only editors may filter by unpublished statuses', async () => {
  const { ids, only } = await many(9, (n) => ({ status: ['publish', 'draft', 'pending'][Math.floor(n / 3)] }));
  const found = (status: string, who: Partial<Person> = editor) => list(`${only}&status=${status}`, who);
  expect((await found('publish')).events).toEqual(ids.slice(0, 3));
  expect((await found('publish,%20draft')).events).toEqual(ids.slice(0, 6));
  expect((await list(`${only}&status[]=publish&status[]=draft&status[]=pending`, editor)).events).toEqual(ids);
  expect((await found('publish', {})).events).toEqual(ids.slice(0, 3));
  for (const [status, who] of [
    ['publish,draft', {}],
    ['foo', editor],
    ['foo,publish', editor],
  ] as const)
    expect((await found(status, who)).status).toBe(400);
});

it('EL-32, EL-39: a list shows drafts of others only to editors', async () => {
  const venue = await app.given.venue();
  await many(3, () => ({ status: 'draft', venue: venue.id }));
  const total = async (who: Partial<Person>) => (await list(`venue=${venue.id}`, who)).total;
  expect([await total({}), await total(editor), await total(app.given.contributor())]).toEqual([0, 3, 0]);
});

it('EL-34, EL-35: include sorts events by publication date', async () => {
  const {
    ids: [a, b, c],
  } = await events({ date: '2026-01-03' }, { date: '2026-01-01' }, { date: '2026-01-02' });
  expect((await list(`include=${a},${b},${c}`)).events).toEqual([b, c, a]);
  expect((await list(`include[]=${a}&include[]=${b}`)).events).toEqual([b, a]);
  expect((await list(`include=${a},99999`)).events).toEqual([a]);
  expect((await list('include=foo-bar,23')).status).toBe(400);
});

it('EL-37: post_parent lists the children of an event', async () => {
  const {
    ids: [parent, ...children],
  } = await many(3);
  for (const id of children) await app.api.as(editor).patch(`/events/${id}`, { post_parent: parent });
  expect((await list(`post_parent=${parent}`)).events).toEqual(children);
  for (const value of ['foo-bar', '99999']) expect((await list(`post_parent=${value}`)).status).toBe(400);
});
