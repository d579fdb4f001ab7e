import fc from 'fast-check';
import { newEventDates } from '../../dates/event-dates';
import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { wallClock, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { expand, type Recurrence, type SeriesDates } from './expansion';
import { movedClock, movedRule, splitSeries } from './change-series';
import type { RecurrenceRule } from '../rules/recurrence-rule';
import { readRule, ruleText } from '../rules/rule-text';

const END = wallClock('2032-03-01 00:00:00');
const HOUR = 3_600_000;

function series(start: string, timezone: string, allDay: boolean): SeriesDates {
  const dates = newEventDates({ start, end: start, timezone, allDay }, { siteZone: UTC, now: new Date(0) });
  if ('refused' in dates) throw new Error(`bad dates: ${start}`);
  return { ...dates, zone: parseTimeZone(timezone) ?? UTC };
}

function read(text: string, dates: SeriesDates): RecurrenceRule {
  const rule = readRule(text, dates);
  if ('refused' in rule) throw new Error(rule.refused);
  return rule;
}

const starts = (dates: SeriesDates, recurrence: Recurrence): WallClock[] =>
  expand(dates, recurrence, END).occurrences.map(({ start }) => start);

/** The form that the database stores. */
const stored = (dates: SeriesDates, recurrence: Recurrence): Recurrence => ({
  ...recurrence,
  rule: recurrence.rule && read(ruleText(recurrence.rule, dates), dates),
});

const given = fc.record({
  text: fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    'FREQ=MONTHLY;BYMONTHDAY=31,-2',
    'FREQ=WEEKLY;BYDAY=SU;WKST=SU',
    'FREQ=DAILY;INTERVAL=3;BYHOUR=2,15;BYMINUTE=0,30',
    'FREQ=YEARLY;BYWEEKNO=1,20,-1',
  ),
  end: fc.constantFrom('', ';COUNT=30', ';UNTIL=20320201'),
  // In Prague clocks change on 2031-03-30 at two in the morning.
  start: fc.constantFrom('2031-03-10 02:30', '2031-03-30 10:00', '2031-10-05 23:00'),
  allDay: fc.boolean(),
  nth: fc.integer({ min: 1, max: 29 }),
  leftOut: fc.integer({ min: 0, max: 29 }),
});

function made({
  text,
  end,
  start,
  allDay,
  leftOut,
}: {
  text: string;
  end: string;
  start: string;
  allDay: boolean;
  leftOut: number;
}) {
  const dates = series(start, 'Europe/Prague', allDay);
  const rule = read(text + end, dates);
  const exdates = starts(dates, { rule, exdates: [], rdates: [] }).slice(leftOut, leftOut + 1);
  return { dates, recurrence: { rule, exdates, rdates: [] } };
}

it('the two parts of a split series have all of its occurrences', () => {
  fc.assert(
    fc.property(given, (input) => {
      const { dates, recurrence } = made(input);
      const whole = starts(dates, recurrence);
      const at = whole[input.nth];
      if (at === undefined) return;
      const split = splitSeries(dates, recurrence, at);
      if (!split) throw new Error('the series was not split');
      expect(starts(dates, stored(dates, split.head))).toEqual(whole.filter((start) => start < at));
      expect(starts(split.tailDates, stored(split.tailDates, split.tail))).toEqual(
        whole.filter((start) => start >= at),
      );
    }),
    { numRuns: 60 },
  );
});

it('a moved series moves all its occurrences equally', () => {
  const shifts = fc.record({ days: fc.integer({ min: -10, max: 10 }), hours: fc.constantFrom(0, 3) });
  fc.assert(
    fc.property(given, shifts, (input, { days, hours }) => {
      // A month is no whole number of weeks, so monthly rules cannot be shifted like this. Other tests cover summer time.
      if (/MONTHLY|YEARLY|BYHOUR/.test(input.text)) return;
      const { recurrence } = made(input);
      const by = (days * 24 + hours) * HOUR;
      const from = series('2031-05-05 10:00', 'UTC', false);
      const to = series(movedClock(from.start, by), 'UTC', false);
      const rule = movedRule({ ...recurrence.rule, until: undefined, count: 20 }, from.start, to.start);
      const once = { exdates: [], rdates: [] };
      expect(starts(to, { ...once, rule })).toEqual(
        starts(from, { ...once, rule: { ...recurrence.rule, until: undefined, count: 20 } }).map((start) =>
          movedClock(start, by),
        ),
      );
    }),
  );
});

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=5', 'FREQ=MONTHLY;BYMONTHDAY=7'],
  ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=7'],
  ['FREQ=MONTHLY', 'FREQ=MONTHLY'],
  ['FREQ=MONTHLY;BYDAY=1MO', undefined],
  ['FREQ=MONTHLY;BYMONTHDAY=5,20', undefined],
  ['FREQ=DAILY;BYMONTH=5', undefined],
])('a move by two days changes %s to %s', (text, expected) => {
  const from = series('2031-05-05 10:00', 'UTC', false);
  const moved = movedRule(read(text, from), from.start, wallClock('2031-05-07 10:00:00'));
  expect(moved && ruleText(moved, from)).toBe(expected);
});

it.each([
  ['FREQ=DAILY;BYHOUR=10;BYMINUTE=0', '2031-05-05 11:30:00', 'FREQ=DAILY;BYHOUR=11;BYMINUTE=30'],
  ['FREQ=DAILY;BYHOUR=10,15', '2031-05-05 10:30:00', 'FREQ=DAILY;BYHOUR=10,15'],
  ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=10', '2031-05-06 09:00:00', 'FREQ=WEEKLY;BYDAY=TU;BYHOUR=9'],
  ['FREQ=DAILY;BYHOUR=10,15', '2031-05-05 11:00:00', undefined],
  ['FREQ=HOURLY;BYHOUR=10,11,12', '2031-05-05 11:00:00', undefined],
  ['FREQ=YEARLY;BYWEEKNO=19', '2031-05-05 11:00:00', 'FREQ=YEARLY;BYWEEKNO=19'],
  ['FREQ=YEARLY;BYWEEKNO=19', '2031-05-06 10:00:00', undefined],
])('of a series that begins at ten, %s becomes at %s %s', (text, to, expected) => {
  const from = series('2031-05-05 10:00', 'UTC', false);
  const moved = movedRule(read(text, from), from.start, wallClock(to));
  expect(moved && ruleText(moved, from)).toBe(expected);
});

it('a series that is split at its start keeps the additional dates before it', () => {
  const dates = series('2031-05-05 10:00', 'UTC', false);
  const recurrence = {
    rule: read('FREQ=DAILY;COUNT=3', dates),
    exdates: [],
    rdates: [wallClock('2031-05-01 10:00:00')],
  };
  const split = splitSeries(dates, recurrence, dates.start);
  expect(split && starts(dates, split.head)).toEqual(['2031-05-01 10:00:00']);
  expect(split && starts(split.tailDates, split.tail)).toEqual([
    '2031-05-05 10:00:00',
    '2031-05-06 10:00:00',
    '2031-05-07 10:00:00',
  ]);
});
