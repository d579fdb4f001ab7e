import { WorkerPool } from '@almanac/workers';
import { newEventDates } from '../dates/event-dates';
import { expand, expansionEnd, type SeriesDates } from './recurrence/expansion';
import { MAX_OCCURRENCES } from './rules/recurrence-rule';
import { readRule } from './rules/rule-text';
import { splitSeries } from './recurrence/change-series';
import { parseTimeZone, UTC } from '../../../calendar/time-zones/time-zone';
import { clockAt, clockTime, wallClock } from '../../../calendar/time-zones/wall-clock';
import { SeriesWork } from './series-work';

const NOW = new Date('2031-01-01T00:00:00Z');
const all = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join();

let pool: WorkerPool;
let work: SeriesWork;
let run: jest.SpyInstance;
beforeAll(() => {
  pool = new WorkerPool({ threads: 1, maxQueue: 10, maxMegabytes: 256 });
  work = new SeriesWork(pool);
  run = jest.spyOn(pool, 'run');
});
beforeEach(() => void run.mockClear());
afterAll(() => pool.close());

function dates(start: string, timezone = 'Europe/Prague'): SeriesDates {
  const read = newEventDates({ start, end: start, timezone, allDay: false }, { siteZone: UTC, now: NOW });
  if ('refused' in read) throw new Error('bad dates');
  return { ...read, zone: parseTimeZone(timezone) ?? UTC };
}

function recurrence(text: string, given: SeriesDates, rdates = 0) {
  const rule = readRule(text, given);
  if ('refused' in rule) throw new Error(rule.refused);
  const besides = Array.from({ length: rdates }, (_, i) => clockAt(clockTime(given.start) + (i + 1) * 86_400_000));
  return { rule, exdates: [], rdates: besides };
}

const LARGE = [
  [`FREQ=HOURLY;COUNT=${MAX_OCCURRENCES}`],
  ['FREQ=HOURLY;INTERVAL=2'],
  ['FREQ=HOURLY;BYDAY=MO;UNTIL=20410101T000000Z'],
  ['FREQ=DAILY;UNTIL=20410101T000000Z'],
  [`FREQ=YEARLY;BYYEARDAY=${all(366)};UNTIL=20410101T000000Z`],
  [`FREQ=MONTHLY;BYMONTHDAY=${all(31)};BYMONTH=${all(12)};COUNT=3000`],
  [`FREQ=DAILY;BYHOUR=${all(20)};BYMINUTE=${all(50)}`],
  [`FREQ=YEARLY;BYWEEKNO=${all(53)};BYDAY=MO,TU,WE,TH,FR;UNTIL=20410101T000000Z`],
  [
    `FREQ=YEARLY;BYMONTH=${all(12)};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${all(23)};BYMINUTE=${all(59)};BYSETPOS=${all(366)}`,
  ],
];

describe('an expensive rule', () => {
  it.each(LARGE)('is expanded in a worker with the same result: %s', async (text) => {
    const given = dates('2031-01-01 10:00');
    const series = recurrence(text, given);
    const end = expansionEnd(given, series.rule, NOW, 24);
    expect(await work.expand(given, series, end)).toEqual(expand(given, series, end));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is split in a worker with the same result', async () => {
    const given = dates('2031-01-01 10:00');
    const series = recurrence('FREQ=HOURLY;COUNT=10000', given);
    const at = wallClock('2032-01-01 10:00:00');
    expect(await work.split(given, series, at)).toEqual({
      ...splitSeries(given, series, at),
      tailDates: expect.objectContaining({ start: at }) as object,
    });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6'],
    ['FREQ=HOURLY;INTERVAL=2;BYHOUR=9'],
    [`FREQ=DAILY;BYHOUR=${all(6)};BYMINUTE=${all(50)};BYSETPOS=366`],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=9,15'],
  ])('is searched in a worker when its first days are rare: %s', async (text) => {
    const { rule } = recurrence(text, dates('2031-01-01 10:00'));
    expect(await work.neverComes(rule, wallClock('2031-01-01 10:00:00'))).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

const USUAL = [
  ['FREQ=WEEKLY'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=50'],
  ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20320101T000000Z'],
  ['FREQ=DAILY;COUNT=30'],
  ['FREQ=MONTHLY;BYDAY=2TU'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=24'],
  ['FREQ=YEARLY'],
  ['FREQ=HOURLY;COUNT=48'],
];

describe('a usual rule', () => {
  it.each(USUAL)('is expanded without a worker: %s', async (text) => {
    const given = dates('2031-01-07 10:00');
    const series = recurrence(text, given);
    await work.expand(given, series, expansionEnd(given, series.rule, NOW, 24));
    await work.neverComes(series.rule, given.start);
    expect(run).not.toHaveBeenCalled();
  });

  it('is extended by a month without a worker, even after decades', async () => {
    const given = dates('1990-01-01 10:00');
    const series = recurrence('FREQ=DAILY', given);
    const known = { after: new Date('2031-01-01T12:00:00Z'), most: MAX_OCCURRENCES };
    const { occurrences } = await work.expand(given, series, wallClock('2031-02-01 09:00:00'), known);
    expect(occurrences).toHaveLength(30);
    expect(run).not.toHaveBeenCalled();
  });
});

it.each([
  'FREQ=HOURLY;INTERVAL=5',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
  'FREQ=MONTHLY;INTERVAL=5',
  'FREQ=YEARLY;INTERVAL=3',
  'FREQ=DAILY;COUNT=9000',
  'FREQ=DAILY;INTERVAL=2;BYHOUR=1,2,3,23;BYMINUTE=0,30',
  'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2,3;BYMINUTE=0,30',
  'FREQ=HOURLY;INTERVAL=11;BYMINUTE=0,45',
  'FREQ=YEARLY;BYWEEKNO=1,53',
])('an extended series has the same occurrences as one expanded at once: %s', async (text) => {
  const given = dates('1995-02-01 02:30');
  const series = recurrence(text, given, 3);
  const [middle, end] = [wallClock('2001-03-25 02:45:00'), wallClock('2004-08-01 00:00:00')];
  const first = expand(given, series, middle);
  const known = first.until && { after: first.until, most: Infinity };
  const rest = known ? expand(given, series, end, known).occurrences : [];
  expect([
    ...first.occurrences,
    ...rest.filter(({ start }) => !first.occurrences.some((one) => one.start === start)),
  ]).toEqual(expand(given, series, end).occurrences);
});
