import { clockAt, clockTime, DAY_MS, isWallClock, isWritable } from '../../time-zones/wall-clock';
import type { CalendarTimes, Recurrence } from '../calendar-event';
import { basicDay } from '../basic-clock';
import type { EventLines } from './event-lines';
import type { FileZones } from './file-zones';
import { readDates } from './read-times';
import { EventFault } from './split-file';
import { clockIn } from './written-clock';
import { dayInUtc } from './written-time';

/** How an event repeats; undefined when it does not. Does not validate the rule. */
export function readRecurrence(event: EventLines, times: CalendarTimes, zones: FileZones): Recurrence | undefined {
  const rules = rulesOf(event, 'RRULE', times, zones);
  if (rules.length > 1) throw new EventFault('It has two rules of recurrence.');
  const [without = [], besides = []] = (['EXDATE', 'RDATE'] as const).map((name) =>
    [...new Set(readDates(event, name, times, zones).map((written) => clockIn(written, times)))].sort(),
  );
  const exrules = rulesOf(event, 'EXRULE', times, zones);
  if (rules.length === 0 && besides.length === 0) return undefined;
  return { rule: rules[0] ?? null, ...(exrules.length > 0 && { exrules }), without, besides };
}

/** Equal rules once: programs write the line of a rule twice. */
function rulesOf(event: EventLines, name: 'RRULE' | 'EXRULE', { allDay }: CalendarTimes, zones: FileZones): string[] {
  const texts = event.lines(name).map((line) => line.slice(line.indexOf(':') + 1).trim());
  const rules = allDay ? texts.map((text) => withUntilDay(text, zones)) : texts;
  return [...new Map(rules.map((rule) => [partsInOrder(rule), rule])).values()];
}

const partsInOrder = (rule: string): string =>
  rule.replace(/\s+/g, '').toUpperCase().split(';').filter(Boolean).sort().join(';');

const UNTIL = /(?<=^|;)(\s*UNTIL=)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)(?=\s*(?:;|$))/i;

/** The rule of a series of whole days with the day of its UNTIL, which many programs write as a time. */
const withUntilDay = (rule: string, zones: FileZones): string =>
  rule.replace(UNTIL, (text, name: string, ...[year, month, date, hour, minute, second, utc]: string[]) => {
    const clock = `${year}-${month}-${date} ${hour}:${minute}:${second}`;
    if (!isWallClock(clock) || !isWritable(clockTime(clock))) return text;
    if (utc === '') return `${name}${year}${month}${date}`;
    // The last second of a day belongs to it: the midnight behind it begins the next day.
    const isLast = second === '59';
    const day = dayInUtc(isLast ? clockAt(clockTime(clock) + 1_000) : clock, zones);
    return `${name}${basicDay(isLast ? clockAt(clockTime(day) - DAY_MS) : day)}`;
  });
