import { nonEmpty } from '@almanac/testing';
import { newEventDates } from '../../dates/event-dates';
import { toInstant } from '../../../../calendar/time-zones/conversion';
import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { wallClock } from '../../../../calendar/time-zones/wall-clock';
import { expand, expansionEnd, type SeriesDates } from './expansion';
import { readRule } from '../rules/rule-text';

const NOW = new Date('2026-11-21T12:00:00Z');

export function series(start: string, end: string, timezone: string, allDay = false): SeriesDates {
  const zone = parseTimeZone(timezone) ?? UTC;
  const dates = newEventDates({ start, end, timezone, allDay }, { siteZone: UTC, now: NOW });
  if ('refused' in dates) throw new Error(`bad dates: ${dates.refused.join()}`);
  return { ...dates, zone };
}

interface Given {
  start: string;
  end: string;
  zone: string;
  allDay?: boolean;
  rrule: string;
  exdates?: string[];
  rdates?: string[];
}

function expansion(
  { start, end, zone, allDay = false, rrule, exdates = [], rdates = [] }: Given,
  until = '2040-01-01 00:00:00',
) {
  const dates = series(start, end, zone, allDay);
  const rule = readRule(rrule, dates);
  if ('refused' in rule) throw new Error(rule.refused);
  return expand(dates, { rule, exdates: exdates.map(wallClock), rdates: rdates.map(wallClock) }, wallClock(until));
}

const compact = (date: Date) => date.toISOString().slice(0, 16);
const told = (given: Given, until?: string) =>
  expansion(given, until).occurrences.map(
    ({ start, end, startUtc, endUtc }) => `${start}/${end} ${compact(startUtc)}/${compact(endUtc)}`,
  );
const starts = (given: Omit<Given, 'start' | 'end' | 'zone'> & { start: string; zone?: string }) =>
  expansion({ end: given.start, zone: 'Europe/Prague', ...given }).occurrences.map(({ start }) => start.slice(0, 16));

describe('an occurrence', () => {
  it('keeps the time of day when clocks change, in New York and in Prague', () => {
    const at = { start: '2031-03-02 10:00', end: '2031-03-02 12:00', rrule: 'FREQ=WEEKLY;COUNT=3' };
    expect(told({ ...at, zone: 'America/New_York' })).toEqual([
      '2031-03-02 10:00:00/2031-03-02 12:00:00 2031-03-02T15:00/2031-03-02T17:00',
      '2031-03-09 10:00:00/2031-03-09 12:00:00 2031-03-09T14:00/2031-03-09T16:00',
      '2031-03-16 10:00:00/2031-03-16 12:00:00 2031-03-16T14:00/2031-03-16T16:00',
    ]);
    expect(
      told({
        ...at,
        start: '2031-10-19 10:00',
        end: '2031-10-19 12:00',
        zone: 'Europe/Prague',
        rrule: 'FREQ=WEEKLY;COUNT=2',
      }),
    ).toEqual([
      '2031-10-19 10:00:00/2031-10-19 12:00:00 2031-10-19T08:00/2031-10-19T10:00',
      '2031-10-26 10:00:00/2031-10-26 12:00:00 2031-10-26T09:00/2031-10-26T11:00',
    ]);
  });

  it('in a skipped hour moves forward by the gap, on that day only', () => {
    expect(
      told({ start: '2031-03-29 02:30', end: '2031-03-29 03:30', zone: 'Europe/Prague', rrule: 'FREQ=DAILY;COUNT=3' }),
    ).toEqual([
      '2031-03-29 02:30:00/2031-03-29 03:30:00 2031-03-29T01:30/2031-03-29T02:30',
      '2031-03-30 03:30:00/2031-03-30 04:30:00 2031-03-30T01:30/2031-03-30T02:30',
      '2031-03-31 02:30:00/2031-03-31 03:30:00 2031-03-31T00:30/2031-03-31T01:30',
    ]);
  });

  it('in a repeated hour uses the second one, like any event', () => {
    expect(
      told({
        start: '2031-11-01 01:30',
        end: '2031-11-01 01:45',
        zone: 'America/New_York',
        rrule: 'FREQ=DAILY;COUNT=2',
      }),
    ).toEqual([
      '2031-11-01 01:30:00/2031-11-01 01:45:00 2031-11-01T05:30/2031-11-01T05:45',
      '2031-11-02 01:30:00/2031-11-02 01:45:00 2031-11-02T06:30/2031-11-02T06:45',
    ]);
  });

  it('keeps the real duration of the first one when clocks change overnight', () => {
    expect(
      told({ start: '2031-03-28 22:00', end: '2031-03-29 06:00', zone: 'Europe/Prague', rrule: 'FREQ=DAILY;COUNT=2' }),
    ).toEqual([
      '2031-03-28 22:00:00/2031-03-29 06:00:00 2031-03-28T21:00/2031-03-29T05:00',
      '2031-03-29 22:00:00/2031-03-30 07:00:00 2031-03-29T21:00/2031-03-30T05:00',
    ]);
  });

  it('of an all-day event covers a whole day, even one of 23 hours', () => {
    expect(
      told({
        start: '2031-03-29',
        end: '2031-03-29',
        zone: 'Europe/Prague',
        allDay: true,
        rrule: 'FREQ=DAILY;COUNT=2',
      }),
    ).toEqual([
      '2031-03-29 00:00:00/2031-03-29 23:59:59 2031-03-28T23:00/2031-03-29T22:59',
      '2031-03-30 00:00:00/2031-03-30 23:59:59 2031-03-29T23:00/2031-03-30T21:59',
    ]);
  });

  it('starts at the same local time all year, in every time zone', () => {
    for (const zone of nonEmpty(Intl.supportedValuesOf('timeZone'))) {
      const months = expansion({
        start: '2030-01-01 12:00',
        end: '2030-01-01 13:00',
        zone,
        rrule: 'FREQ=MONTHLY;COUNT=12',
      }).occurrences;
      expect(months.map(({ start, startUtc }) => [start.slice(11), startUtc])).toEqual(
        months.map(({ start }) => ['12:00:00', toInstant(start, parseTimeZone(zone) ?? UTC)]),
      );
    }
  });
});

describe('a rule', () => {
  it.each([
    [
      'every other week on two days',
      { start: '2031-05-06 10:00', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4' },
      ['2031-05-06 10:00', '2031-05-08 10:00', '2031-05-20 10:00', '2031-05-22 10:00'],
    ],
    [
      'weeks that begin on Sunday',
      { start: '2031-05-06 10:00', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=3' },
      ['2031-05-06 10:00', '2031-05-18 10:00', '2031-05-20 10:00'],
    ],
    [
      'weeks that begin on Monday',
      { start: '2031-05-06 10:00', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=3' },
      ['2031-05-06 10:00', '2031-05-11 10:00', '2031-05-20 10:00'],
    ],
    [
      'the second Tuesday and every Thursday',
      { start: '2031-05-13 10:00', rrule: 'FREQ=MONTHLY;BYDAY=2TU,TH;COUNT=4' },
      ['2031-05-13 10:00', '2031-05-15 10:00', '2031-05-22 10:00', '2031-05-29 10:00'],
    ],
    [
      'the last weekday of the month',
      { start: '2031-05-30 10:00', rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3' },
      ['2031-05-30 10:00', '2031-06-30 10:00', '2031-07-31 10:00'],
    ],
    [
      'the 31st, where there is one',
      { start: '2031-01-31 10:00', rrule: 'FREQ=MONTHLY;COUNT=3' },
      ['2031-01-31 10:00', '2031-03-31 10:00', '2031-05-31 10:00'],
    ],
    [
      'the last day of the month',
      { start: '2031-01-31 10:00', rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3' },
      ['2031-01-31 10:00', '2031-02-28 10:00', '2031-03-31 10:00'],
    ],
    [
      'the leap day',
      { start: '2028-02-29 10:00', rrule: 'FREQ=YEARLY;COUNT=3' },
      ['2028-02-29 10:00', '2032-02-29 10:00', '2036-02-29 10:00'],
    ],
    [
      'a start that does not fit it, which counts all the same',
      { start: '2031-05-07 10:00', rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
      ['2031-05-07 10:00', '2031-05-13 10:00', '2031-05-20 10:00'],
    ],
    [
      'every six hours',
      { start: '2031-05-07 10:00', rrule: 'FREQ=HOURLY;INTERVAL=6;COUNT=3' },
      ['2031-05-07 10:00', '2031-05-07 16:00', '2031-05-07 22:00'],
    ],
    [
      'UNTIL in UTC, the last one included',
      { start: '2031-05-07 10:00', rrule: 'FREQ=DAILY;UNTIL=20310509T080000Z' },
      ['2031-05-07 10:00', '2031-05-08 10:00', '2031-05-09 10:00'],
    ],
    [
      'UNTIL in UTC, a second too early',
      { start: '2031-05-07 10:00', rrule: 'FREQ=DAILY;UNTIL=20310509T075959Z' },
      ['2031-05-07 10:00', '2031-05-08 10:00'],
    ],
    [
      'UNTIL on the event’s own clock',
      { start: '2031-05-07 10:00', rrule: 'FREQ=DAILY;UNTIL=20310508T100000' },
      ['2031-05-07 10:00', '2031-05-08 10:00'],
    ],
    [
      'UNTIL as a day, all of which is meant',
      { start: '2031-05-07 22:00', rrule: 'FREQ=DAILY;UNTIL=20310508' },
      ['2031-05-07 22:00', '2031-05-08 22:00'],
    ],
    [
      'dates left out, which count all the same',
      { start: '2031-05-07 10:00', rrule: 'FREQ=DAILY;COUNT=3', exdates: ['2031-05-08 10:00:00'] },
      ['2031-05-07 10:00', '2031-05-09 10:00'],
    ],
    [
      'dates beside it, each once',
      {
        start: '2031-05-07 10:00',
        rrule: 'FREQ=DAILY;COUNT=2',
        rdates: ['2031-05-08 10:00:00', '2031-05-20 18:00:00'],
      },
      ['2031-05-07 10:00', '2031-05-08 10:00', '2031-05-20 18:00'],
    ],
    [
      'a start that is left out',
      { start: '2031-05-07 10:00', rrule: 'FREQ=DAILY;COUNT=2', exdates: ['2031-05-07 10:00:00'] },
      ['2031-05-08 10:00'],
    ],
  ])('yields the expected starts: %s', (_, given, expected) => {
    expect(starts(given)).toEqual(expected);
  });

  it('with hourly frequency yields no duplicate in a skipped hour', () => {
    expect(starts({ start: '2031-03-30 01:00', rrule: 'FREQ=HOURLY;COUNT=4' })).toEqual([
      '2031-03-30 01:00',
      '2031-03-30 03:00',
      '2031-03-30 04:00',
    ]);
  });

  it.each([
    ['UNTIL=20310509', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T000000Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T035959Z', ['2031-05-07', '2031-05-08']],
    ['UNTIL=20310509T120000', ['2031-05-07', '2031-05-08', '2031-05-09']],
    // Midnight, and the last second of the day, in several zones.
    ['UNTIL=20310508T120000Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310508T220000Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T040000Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310508T110000Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T105900Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T235959Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310509T215959Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
    ['UNTIL=20310510T095959Z', ['2031-05-07', '2031-05-08', '2031-05-09']],
  ])('of an all-day event ends on the day of %s in every zone', (until, expected) => {
    const series = { start: '2031-05-07', allDay: true, rrule: `FREQ=DAILY;${until}` };
    for (const zone of ['America/New_York', 'UTC', 'Europe/Rome', 'Asia/Tokyo', 'Pacific/Auckland'])
      expect([zone, starts({ ...series, zone }).map((start) => start.slice(0, 10))]).toEqual([zone, expected]);
  });
});

describe('the expansion of a series', () => {
  const daily = (rrule: string, start = '2031-05-07 10:00') => ({ start, end: start, zone: 'Europe/Prague', rrule });

  it.each([
    ['goes on', 'FREQ=DAILY', '2031-05-09 12:00:00', '2031-05-09T10:00:00.000Z', 3],
    ['has fewer than COUNT', 'FREQ=DAILY;COUNT=5', '2031-05-09 12:00:00', '2031-05-09T10:00:00.000Z', 3],
    ['has all of COUNT', 'FREQ=DAILY;COUNT=3', '2031-05-09 12:00:00', undefined, 3],
    ['is at UNTIL', 'FREQ=DAILY;UNTIL=20310508', '2031-05-09 12:00:00', undefined, 2],
  ])('returns its end only while occurrences remain: it %s', (_, rrule, end, until, count) => {
    const found = expansion(daily(rrule), end);
    expect([found.until?.toISOString(), found.occurrences.length]).toEqual([until, count]);
  });

  it.each([
    ['from today, a rule without end', 'FREQ=DAILY', '2020-01-01 10:00', '2028-12-21 13:00:00'],
    ['from a start to come', 'FREQ=DAILY', '2031-05-07 10:00', '2033-06-07 10:00:00'],
    ['ten years, a rule that ends', 'FREQ=DAILY;COUNT=9000', '2031-05-07 10:00', '2041-05-07 10:00:00'],
    [
      'to where all others are, a rule that ends and is old',
      'FREQ=DAILY;COUNT=9000',
      '2010-05-07 10:00',
      '2028-12-21 13:00:00',
    ],
  ])('ends at the expected date: %s', (_, rrule, start, end) => {
    const dates = series(start, start, 'Europe/Prague');
    const rule = readRule(rrule, dates);
    expect(expansionEnd(dates, 'refused' in rule ? undefined : rule, NOW, 24)).toBe(end);
  });

  it('holds ten years of a daily event', () => {
    expect(expansion(daily('FREQ=DAILY;COUNT=3653'), '2041-05-07 10:00:00')).toMatchObject({
      until: undefined,
      occurrences: { length: 3_653 },
    });
  });
});
