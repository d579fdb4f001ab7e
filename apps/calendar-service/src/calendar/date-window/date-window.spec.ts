import { toInstant, toWallClock } from '../time-zones/conversion';
import { parseTimeZone, UTC } from '../time-zones/time-zone';
import { type WallClock, wallClock } from '../time-zones/wall-clock';
import { type DateComparison, resolveDateWindow } from './date-window';

const rome = parseTimeZone('Europe/Rome') ?? UTC;
const now = new Date('2026-11-21T09:41:35Z');

function windowOf(query: Record<string, unknown>, siteZone = rome) {
  const window = resolveDateWindow(query, { siteZone, now });
  if ('refused' in window) throw new Error(`refused: ${window.refused.join()}`);
  return window;
}

const linked = (query: Record<string, unknown>) => windowOf(query).parameters;

describe('the applied parameters', () => {
  const default_ = { start_date: '2026-11-20 00:00:00', end_date: '2028-11-21 23:59:59' };

  it.each([
    [{}, default_],
    [{ per_page: '10', search: 'x' }, default_],
    [{ start_date: '2027-02-10' }, { start_date: '2027-02-10 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ end_date: '2027-02-10' }, { start_date: '2026-11-20 00:00:00', end_date: '2027-02-10 23:59:59' }],
    [{ start_date: '2029-01-01' }, { start_date: '2029-01-01 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [
      { start_date: '2027-02-10 12:00:00', end_date: '2027-02-10 18:00:00' },
      { start_date: '2027-02-10 00:00:00', end_date: '2027-02-10 23:59:59' },
    ],
    [
      { start_date: '10-02-2027', end_date: '2027-10-10' },
      { start_date: '2027-02-10 00:00:00', end_date: '2027-10-10 23:59:59' },
    ],
    [{ start_date: '10/02/2027' }, { start_date: '2027-10-02 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: '10 February 2027' }, { start_date: '2027-02-10 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: '2027-02' }, { start_date: '2027-02-01 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: '20270210' }, { start_date: '1970-08-23 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: '0' }, default_],
    [
      { start_date: '0001-01-01', end_date: '9999-12-31' },
      { start_date: '0001-01-02 00:00:00', end_date: '9999-12-30 23:59:59' },
    ],
    [
      { start_date: '1802257200', end_date: '2027-02-11' },
      { start_date: '2027-02-10 00:00:00', end_date: '2027-02-11 23:59:59' },
    ],
    [
      { start_date: '2027-02-10T12:00:00Z', end_date: '2027-02-11T12:00:00Z' },
      { start_date: '2027-02-10 00:00:00', end_date: '2027-02-11 23:59:59' },
    ],
    [{ start_date: '+10 weeks' }, { start_date: '2027-01-30 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: 'tomorrow' }, { start_date: '2026-11-22 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ start_date: 'now' }, { start_date: '2026-11-21 00:00:00', end_date: '2028-11-21 23:59:59' }],
    [{ starts_after: '2027-02-11' }, { starts_after: '2027-02-11 23:59:59' }],
    [{ starts_before: 'today' }, { starts_before: '2026-11-21 23:59:59' }],
    [
      { starts_after: '2027-02-09', ends_before: '2027-02-11' },
      { starts_after: '2027-02-09 23:59:59', ends_before: '2027-02-11 23:59:59' },
    ],
    [
      { start_date: '2027-02-01', starts_after: '2027-02-10' },
      { start_date: '2027-02-01 00:00:00', starts_after: '2027-02-10 23:59:59' },
    ],
    [
      { ends_after: 'now', strict_dates: 'true' },
      { ends_after: '2026-11-21 10:41:35', strict_dates: 'true' },
    ],
    [
      { start_date: '1802246400', end_date: '2027-02-12', strict_dates: 'true' },
      { start_date: '2027-02-10 09:00:00', end_date: '2027-02-12 00:00:00', strict_dates: 'true' },
    ],
    [
      { start_date: '2027-02-10T08:00:00Z', end_date: '2027-02-12', strict_dates: 'yes' },
      { start_date: '2027-02-10 09:00:00', end_date: '2027-02-12 00:00:00', strict_dates: 'true' },
    ],
    [
      { strict_dates: '1' },
      { start_date: '2026-11-20 00:00:00', end_date: '2028-11-21 10:41:35', strict_dates: 'true' },
    ],
    [
      { start_date: '2027-02-10', end_date: '2027-02-10', strict_dates: 'foo' },
      { start_date: '2027-02-10 00:00:00', end_date: '2027-02-10 23:59:59' },
    ],
    [
      { overlaps_from: '2027-02-10', overlaps_to: '2027-02-11' },
      { overlaps_from: '2027-02-10 00:00:00', overlaps_to: '2027-02-11 23:59:59' },
    ],
    [
      { start_date: '2031-10-26T00:30:00Z', end_date: '2031-10-26T01:30:00Z', strict_dates: 'true' },
      { start_date: '2031-10-26T02:30:00+02:00', end_date: '2031-10-26 02:30:00', strict_dates: 'true' },
    ],
    [
      { starts_after: 'today', tz: 'asia/tokyo' },
      { starts_after: '2026-11-21 23:59:59', tz: 'Asia/Tokyo' },
    ],
  ])('of %j are %j', (query, parameters) => expect(linked(query)).toEqual(parameters));

  it.each([
    {},
    { start_date: '2027-02-10', strict_dates: 'true' },
    { starts_after: 'now', strict_dates: 'true', tz: 'America/New_York' },
    { start_date: '2031-10-26T00:30:00Z', strict_dates: 'true' },
    { ends_after: '+5 weeks' },
  ])('give the same window when they return in a link: %j', (query) => {
    const window = windowOf(query);
    expect(windowOf(window.parameters)).toEqual(window);
  });

  it('begin yesterday in the zone of the site', () => {
    const auckland = parseTimeZone('Pacific/Auckland') ?? UTC;
    const late = new Date('2026-11-21T20:00:00Z');
    expect(resolveDateWindow({}, { siteZone: auckland, now: late })).toMatchObject({
      parameters: { start_date: '2026-11-21 00:00:00' },
    });
  });
});

it('resolveDateWindow compares days with local times, and strict dates with instants', () => {
  expect(windowOf({ start_date: '2031-03-10', end_date: '2031-03-11' }).comparisons).toEqual([
    { field: 'start', operator: '>=', against: { clock: 'local', value: '2031-03-10 00:00:00' } },
    { field: 'end', operator: '<=', against: { clock: 'local', value: '2031-03-11 23:59:59' } },
  ]);
  expect(windowOf({ strict_dates: 'true', starts_after: '2031-03-10 09:00' }).comparisons).toEqual([
    { field: 'start', operator: '>', against: { clock: 'utc', value: new Date('2031-03-10T08:00:00Z') } },
  ]);
});

it('modified_after compares instants, and drops the default window', () => {
  expect(windowOf({ modified_after: '2026-11-20 10:00' })).toEqual({
    comparisons: [
      { field: 'modified', operator: '>', against: { clock: 'utc', value: new Date('2026-11-20T09:00:00Z') } },
    ],
    parameters: { modified_after: '2026-11-20 10:00:00' },
  });
});

describe('the events found', () => {
  const events = (
    [
      ['Alpha', '2031-03-10 09:00:00', '2031-03-10 10:00:00'],
      ['Bravo', '2031-03-10 15:00:00', '2031-03-10 16:00:00'],
      ['Charlie', '2031-03-11 00:00:00', '2031-03-11 01:00:00'],
      ['Delta', '2031-03-12 00:00:00', '2031-03-12 23:59:59'],
      ['Echo', '2031-03-13 22:00:00', '2031-03-15 02:00:00'],
      ['Foxtrot', '2031-03-16 23:30:00', '2031-03-16 23:59:59'],
    ] as const
  ).map(([title, start, end]) => ({ title, start: wallClock(start), end: wallClock(end) }));

  /** Evaluates a comparison as the database does; all events are in Rome. */
  function holds(
    { field, operator, isHalfOpen, against }: DateComparison,
    event: { start: WallClock; end: WallClock },
  ): boolean {
    if (field === 'modified') throw new Error('these events do not change');
    const value = against.clock === 'local' ? event[field] : toWallClock(toInstant(event[field], rome), UTC);
    const limit = against.clock === 'local' ? against.value : toWallClock(against.value, UTC);
    if (isHalfOpen && value === limit && event.start !== event.end) return false;
    return { '>=': value >= limit, '<=': value <= limit, '<': value < limit, '>': value > limit }[operator];
  }

  it.each([
    ['start_date=2031-03-10&end_date=2031-03-16', 'Alpha Bravo Charlie Delta Echo Foxtrot'],
    ['start_date=2031-03-10&end_date=2031-03-10', 'Alpha Bravo'],
    ['start_date=2031-03-11&end_date=2031-03-11', 'Charlie'],
    ['start_date=2031-03-12&end_date=2031-03-12', 'Delta'],
    ['start_date=2031-03-13&end_date=2031-03-14', ''],
    ['start_date=2031-03-13&end_date=2031-03-15', 'Echo'],
    ['start_date=2031-03-14&end_date=2031-03-15', ''],
    ['start_date=2031-03-10 14:00:00&end_date=2031-03-10 14:30:00', 'Alpha Bravo'],
    ['start_date=2031-03-16&end_date=2031-03-16', 'Foxtrot'],
    ['start_date=2031-03-16&end_date=2031-03-10', ''],
    ['start_date=2031-03-10', ''],
    ['end_date=2031-03-11', 'Alpha Bravo Charlie'],
    ['per_page=10', ''],
    ['starts_after=2031-03-10', 'Charlie Delta Echo Foxtrot'],
    ['starts_after=2031-03-11', 'Delta Echo Foxtrot'],
    ['starts_before=2031-03-10', 'Alpha Bravo'],
    ['starts_before=2031-03-12', 'Alpha Bravo Charlie Delta'],
    ['ends_after=2031-03-12', 'Echo Foxtrot'],
    ['ends_after=2031-03-15', 'Foxtrot'],
    ['ends_before=2031-03-11', 'Alpha Bravo Charlie'],
    ['ends_before=2031-03-12', 'Alpha Bravo Charlie'],
    ['starts_after=2031-03-10&ends_before=2031-03-15', 'Charlie Delta Echo'],
    ['starts_after=2031-03-10&start_date=2031-03-01&end_date=2031-03-12', 'Charlie Delta'],
    ['ends_after=2031-03-13&starts_before=2031-03-14', 'Echo'],
    ['overlaps_from=2031-03-14&overlaps_to=2031-03-14', 'Echo'],
    ['overlaps_from=2031-03-12&overlaps_to=2031-03-13', 'Delta Echo'],
    ['overlaps_from=2031-03-10 23:00&overlaps_to=2031-03-10 01:00', 'Alpha Bravo'],
    ['strict_dates=true&overlaps_from=2031-03-10 10:00:00&overlaps_to=2031-03-10 15:00:00', ''],
    ['strict_dates=true&overlaps_from=2031-03-10 09:59:59&overlaps_to=2031-03-10 15:00:01', 'Alpha Bravo'],
    ['strict_dates=true&overlaps_from=2031-03-14&overlaps_to=2031-03-14', 'Echo'],
    ['strict_dates=true&start_date=2031-03-10T12:00:00+01:00&end_date=2031-03-12T12:00:00+01:00', 'Bravo Charlie'],
    ['strict_dates=true&start_date=2031-03-10T15:00:00+01:00&end_date=2031-03-10T16:00:00+01:00', 'Bravo'],
    ['strict_dates=true&start_date=2031-03-10T15:00:01+01:00&end_date=2031-03-11T16:00:00+01:00', 'Charlie'],
    ['strict_dates=true&starts_after=2031-03-10T09:00:00+01:00', 'Bravo Charlie Delta Echo Foxtrot'],
    ['strict_dates=true&starts_before=2031-03-10T15:00:00+01:00', 'Alpha'],
    ['strict_dates=true&ends_after=2031-03-11T01:00:00+01:00', 'Delta Echo Foxtrot'],
    ['strict_dates=true&ends_before=2031-03-11T01:00:00+01:00', 'Alpha Bravo'],
    ['strict_dates=true&ends_before=2031-03-11T01:00:01+01:00', 'Alpha Bravo Charlie'],
    ['strict_dates=true&start_date=2031-03-10 08:30:00&end_date=2031-03-11 02:00:00', 'Alpha Bravo Charlie'],
  ])('by %s are: %s', (search, titles) => {
    const query = Object.fromEntries(search.split('&').map((pair) => pair.split('=')));
    const found = events.filter((event) => windowOf(query).comparisons.every((comparison) => holds(comparison, event)));
    expect(found.map((event) => event.title).join(' ')).toBe(titles);
  });
});

it.each([
  [{ start_date: 'before my birthday' }, ['start_date']],
  [{ end_date: 'foo' }, ['end_date']],
  [{ start_date: '' }, ['start_date']],
  [{ start_date: ['2027-02-10'] }, ['start_date']],
  [{ starts_after: 'foo', ends_before: 'bar' }, ['ends_before', 'starts_after']],
  [{ start_date: '2031-02-30' }, ['start_date']],
  [{ strict_dates: '', start_date: '2031-03-10' }, ['strict_dates']],
  [{ strict_dates: '0' }, ['strict_dates']],
  [{ strict_dates: true }, ['strict_dates']],
  [{ tz: 'Mars/Base' }, ['tz']],
  [{ tz: '' }, ['tz']],
  [{ overlaps_from: '2031-03-11', overlaps_to: '2031-03-10' }, ['overlaps_to']],
  [{ overlaps_from: '2031-03-10 12:00:01', overlaps_to: '2031-03-10 12:00:00', strict_dates: 'true' }, ['overlaps_to']],
  [
    { overlaps_from: '2031-03-10 12:00', overlaps_to: '2031-03-10T12:00:00+02:00', strict_dates: 'true' },
    ['overlaps_to'],
  ],
])('resolveDateWindow rejects %j and names %j', (query, names) => {
  const window = resolveDateWindow(query, { siteZone: rome, now });
  expect('refused' in window && [...window.refused].sort()).toEqual(names);
});
