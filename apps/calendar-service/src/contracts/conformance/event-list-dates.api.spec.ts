import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { eventLists } from './event-requests';
import { day, noon } from './given-days';

// Titles begin with the ids of the conformance cases. Each case uses events with its own tag.
let app: CalendarApp;
let list: ReturnType<typeof eventLists>['list'];
let events: ReturnType<typeof eventLists>['events'];
let many: ReturnType<typeof eventLists>['many'];
beforeAll(async () => {
  app = await startCalendar();
  ({ list, events, many } = eventLists(app));
});
afterAll(() => app.close());

describe('a list of weekly events', () => {
  let weekly: { ids: number[]; only: string };
  beforeAll(async () => {
    weekly = await many(10, (n) => noon(n * 7));
  });
  const epoch = (offset: number, hour: number) => Date.parse(`${day(offset)}T${hour}:00:00Z`) / 1_000;

  it.each([
    ['EL-9', () => `start_date=${epoch(35, 11)}`, 5, 10],
    ['EL-10', () => `end_date=${epoch(35, 13)}`, 0, 6],
    ['EL-11', () => `start_date=${day(10)}&end_date=${day(30)}`, 2, 5],
  ] as const)('%s: is bounded by start_date and end_date', async (_, query, from, to) => {
    expect((await list(`${weekly.only}&${query()}`)).events).toEqual(weekly.ids.slice(from, to));
  });

  it.each(['', '&strict_dates=true', '&strict_dates=true&tz=Pacific/Honolulu'])(
    'is complete between the first and the last day of all%s',
    async (strict) => {
      const query = `${weekly.only}&start_date=0001-01-01&end_date=9999-12-31${strict}`;
      expect((await list(query)).events).toEqual(weekly.ids);
    },
  );

  it('EL-12: returns 400 for invalid dates', async () => {
    for (const name of ['start_date', 'end_date'])
      expect(await list(`${name}=before%20my%20birthday`)).toMatchObject({
        status: 400,
        data: { params: { [name]: 'Invalid parameter.' } },
      });
  });
});

it('EL-13: an event longer than the window is found only by overlap', async () => {
  const { ids, only } = await events({ start_date: `${day(20)} 12:00`, end_date: `${day(22)} 12:00` });
  expect((await list(`${only}&start_date=${day(21)}&end_date=${day(21)}`)).events).toEqual([]);
  expect((await list(`${only}&overlaps_from=${day(21)}&overlaps_to=${day(21)}`)).events).toEqual(ids);
});

it.each([
  ['EL-14', 'starts_after=2031-05-01', [1]],
  ['EL-15', 'starts_before=2031-05-01', [0, 2]],
  ['EL-16', 'ends_after=2031-05-01', [1]],
  ['§4.1: ends_before includes the day, but not events that end with it', 'ends_before=2031-05-01', [0]],
  ['§4.1: both bounds include their day', 'start_date=2031-05-01&end_date=2031-05-01', [0, 2]],
])('%s: %s', async (_, query, expected) => {
  const { ids, only } = await events(
    { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' },
    { start_date: '2031-05-02 00:00', end_date: '2031-05-02 01:00' },
    { start_date: '2031-05-01', end_date: '2031-05-01', all_day: true },
  );
  expect((await list(`${only}&${query}`)).events.sort()).toEqual(expected.map((n) => ids[n]).sort());
});

it('EL-17, EL-18, EL-36: the default window is two years; relative bounds and include drop it', async () => {
  const {
    ids: [past = 0, , far = 0],
    ids,
    only,
  } = await events(noon(-365), noon(7), noon(3 * 365));
  expect((await list(only)).events).toEqual([ids[1]]);
  expect((await list(`${only}&ends_before=${day(0)}`)).events).toEqual([past]);
  expect((await list(`include=${past},${far}`)).events.sort()).toEqual([past, far].sort());
});

it.each([
  ['EL-19', 'start_date=2031-05-01 12:00', [1]],
  ['the exact second counts', 'start_date=2031-05-01 09:00:00', [0, 1]],
  ['a second later does not', 'start_date=2031-05-01 09:00:01', [1]],
  ['starts_after is strictly after', 'starts_after=2031-05-01 09:00:00', [1]],
  ['starts_before is strictly before', 'starts_before=2031-05-01 15:00:00', [0]],
  ['ends_after is strictly after', 'ends_after=2031-05-01 10:00:00', [1]],
  ['ends_before is strictly before', 'ends_before=2031-05-01 16:00:00', [0]],
  ['end_date includes its second', 'start_date=2031-05-01&end_date=2031-05-01 16:00:00', [0, 1]],
  ['another zone shifts the day', 'start_date=2031-05-01 12:00&tz=Asia/Tokyo', [0, 1]],
])('%s: strict dates are instants in the zone of the site (%s)', async (_, query, expected) => {
  const { ids, only } = await events(
    { start_date: '2031-05-01 09:00', end_date: '2031-05-01 10:00' },
    { start_date: '2031-05-01 15:00', end_date: '2031-05-01 16:00' },
  );
  const { events: found } = await list(`${only}&strict_dates=true&end_date=2031-05-02&${query}`);
  expect(found).toEqual(expected.map((n) => ids[n]));
});

describe('a strict overlap range', () => {
  const EVENTS = {
    before: ['09:00', '10:00'],
    across: ['09:30', '10:30'],
    within: ['10:15', '10:45'],
    whole: ['10:00', '11:00'],
    around: ['09:00', '12:00'],
    after: ['11:00', '12:00'],
    'at its start': ['10:00', '10:00'],
    'at its end': ['11:00', '11:00'],
  };
  const NAMES = Object.keys(EVENTS);
  let made: { ids: number[]; only: string };
  beforeAll(async () => {
    made = await events(
      ...Object.values(EVENTS).map(([start, end]) => ({
        start_date: `2031-05-01 ${start}`,
        end_date: `2031-05-01 ${end}`,
      })),
    );
  });

  const found = async (query: string) => {
    const { events: ids, total } = await list(`${made.only}&strict_dates=true&${query}`);
    expect(total).toBe(ids.length);
    return ids.map((id) => NAMES[made.ids.indexOf(id)] ?? id).sort();
  };
  const WITHIN = ['across', 'around', 'at its start', 'whole', 'within'];

  it('includes its start, but not its end (RFC 4791)', async () => {
    expect(await found('overlaps_from=2031-05-01 10:00&overlaps_to=2031-05-01 11:00')).toEqual(WITHIN);
    expect(await found('overlaps_from=2031-05-01 10:00')).toEqual([...WITHIN, 'after', 'at its end'].sort());
    expect(await found('overlaps_to=2031-05-01 11:00')).toEqual([...WITHIN, 'before'].sort());
  });

  it('without length finds the events in progress', async () => {
    expect(await found('overlaps_from=2031-05-01 10:00&overlaps_to=2031-05-01 10:00')).toEqual(['across', 'around']);
  });

  it('has the same total without another filter', async () => {
    const range = 'strict_dates=true&overlaps_from=2031-05-01 10:00&overlaps_to=2031-05-01 11:00&per_page=50';
    const { events: ids, total } = await list(range);
    expect([total, ids.filter((id) => made.ids.includes(id)).length]).toEqual([ids.length, WITHIN.length]);
  });
});

it('an overlap range of days includes its last day, but no event ending at its start', async () => {
  const { ids, only } = await events(
    { start_date: '2031-05-01 22:00', end_date: '2031-05-02 00:00' },
    { start_date: '2031-05-02 00:00', end_date: '2031-05-02 00:00' },
    { start_date: '2031-05-02 23:59:59', end_date: '2031-05-03 01:00' },
    { start_date: '2031-05-03 00:00', end_date: '2031-05-03 01:00' },
    { start_date: '2031-05-01', end_date: '2031-05-01', all_day: true },
  );
  expect((await list(`${only}&overlaps_from=2031-05-02&overlaps_to=2031-05-02`)).events).toEqual(ids.slice(1, 3));
});

it('a range that ends before it starts is rejected by lists, files and occurrences', async () => {
  const params = { overlaps_to: 'overlaps_to must not be before overlaps_from.' };
  for (const query of [
    'overlaps_from=2031-05-02&overlaps_to=2031-05-01',
    'strict_dates=true&overlaps_from=2031-05-02 10:00:01&overlaps_to=2031-05-02 10:00',
  ])
    for (const path of ['/events', '/events.ics'])
      expect((await app.api.get(`${path}?${query.replaceAll(' ', '%20')}`)).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { status: 400, params },
      });
  const { id } = await app.given.event();
  expect(await app.api.get(`/events/${id}/occurrences?start_date=2031-05-02&end_date=2031-05-01`)).toMatchObject({
    status: 400,
    body: { data: { params: { end_date: 'end_date must not be before start_date.' } } },
  });
});

it('the occurrences of one event use the same day ranges', async () => {
  const { id } = await app.given.event({ start_date: '2031-05-01 22:00', end_date: '2031-05-02 00:00' });
  const total = async (from: string, to: string) =>
    (await app.api.get(`/events/${id}/occurrences?start_date=${from}&end_date=${to}`)).body;
  expect(await total('2031-05-01', '2031-05-01')).toMatchObject({ total: 1 });
  expect(await total('2031-05-02', '2031-05-02')).toMatchObject({ total: 0 });
});
