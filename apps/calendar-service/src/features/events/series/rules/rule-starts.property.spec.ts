import fc from 'fast-check';
import { rrulestr } from 'rrule';
import { UTC } from '../../../../calendar/time-zones/time-zone';
import { clockAt } from '../../../../calendar/time-zones/wall-clock';
import { type RecurrenceRule, WEEKDAYS } from './recurrence-rule';
import { ruleStarts } from './rule-starts';
import { readRule, ruleText } from './rule-text';

const DAY = 86_400_000;

/** Starts from another implementation of the rule. It needs a COUNT to stop, and counts no start that does not fit the rule. */
const theirs = (text: string, start: number, count: number): number[] =>
  rrulestr(`${text};COUNT=${count}`, { dtstart: new Date(start) })
    .all()
    .map((date) => date.getTime());

const part = (name: string, values: readonly (string | number)[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { maxLength: 4 })
    .map((list) => (list.length === 0 ? '' : `;${name}=${list.join()}`));
const weekdays = part('BYDAY', WEEKDAYS);
// Of mixed numbered and plain days, the other implementation ignores the plain ones.
const days = fc.oneof(weekdays, part('BYDAY', ['1MO', '2TU', '3WE', '5WE', '-1FR', '-2SU']));
const monthDays = part('BYMONTHDAY', [1, 13, 28, 29, 30, 31, -1, -2, -31]);
const someWeekday = fc.constantFrom(...WEEKDAYS).map((day) => `;BYDAY=${day}`);
// In January, the other implementation misses days of weeks 52 and 53; so do some weeks that begin on another day than Monday.
const weeks = part('BYWEEKNO', [1, 2, 20, 51, -1]);
// The other implementation needs times in order.
const times = (name: string, values: readonly number[]) =>
  fc.subarray([...values]).map((list) => (list.length === 0 ? '' : `;${name}=${list.join()}`));
const hours = times('BYHOUR', [0, 9, 10, 23]);
const minutes = times('BYMINUTE', [0, 30, 59]);
const months = part('BYMONTH', [1, 2, 3, 6, 11, 12]);
const parts = (frequency: string, ...more: fc.Arbitrary<string>[]) =>
  fc.tuple(...more).map((texts) => `FREQ=${frequency}${texts.join('')}`);
const rules = fc
  .record({
    text: fc.oneof(
      parts('HOURLY', weekdays, hours, minutes),
      parts('DAILY', weekdays, months, monthDays, hours, minutes),
      parts('WEEKLY', weekdays, months, hours),
      parts('MONTHLY', days, months, monthDays, hours, minutes),
      // Of weeks without a weekday, the other implementation takes all days, not the weekday of the start.
      parts('YEARLY', weeks, someWeekday, hours),
      parts('YEARLY', days, months, monthDays),
      parts('YEARLY', part('BYYEARDAY', [1, 59, 60, 365, 366, -1, -306, -366])),
    ),
    interval: fc.integer({ min: 1, max: 4 }),
    weekStart: fc.constantFrom('MO', 'SU', 'WE'),
    position: fc.constantFrom(0, 1, 2, -1),
  })
  .map(({ text, interval, weekStart, position }) => {
    // In the first week, the other implementation considers only days from the start on, so it picks other positions.
    const picks = position !== 0 && text.includes(';BY') && !/HOURLY|WEEKLY/.test(text) ? `;BYSETPOS=${position}` : '';
    return `${text}${picks};INTERVAL=${interval};WKST=${text.includes('BYWEEKNO') ? 'MO' : weekStart}`;
  });
const starts = fc.integer({ min: 0, max: 20_000 * 24 }).map((hours) => Date.parse('1995-01-01') + hours * 3_600_000);

const read = (text: string): RecurrenceRule => {
  const rule = readRule(text, { zone: UTC, allDay: false });
  if ('refused' in rule) throw new Error(`${text} ${rule.refused}`);
  return rule;
};

it('a rule yields the same starts as another implementation', () => {
  fc.assert(
    fc.property(rules, starts, (text, start) => {
      const ours = ruleStarts(read(text), clockAt(start), start + 900 * DAY).slice(1, 101);
      if (ours.length === 0) return;
      const others = theirs(text, start, ours.length + 1)
        .filter((time) => time !== start)
        .slice(0, ours.length);
      expect(ours.map(clockAt)).toEqual(others.map(clockAt));
    }),
    { numRuns: 200 },
  );
});

it('a rule survives being written and parsed again', () => {
  fc.assert(
    fc.property(rules, (text) => {
      const rule = read(text);
      expect(read(ruleText(rule, { zone: UTC, allDay: false }))).toEqual(rule);
    }),
  );
});
