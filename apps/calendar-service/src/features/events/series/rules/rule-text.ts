import { basicDay, basicInstant } from '../../../../calendar/icalendar/basic-clock';
import { instantOf } from '../../../../calendar/dates/date-reading';
import { toInstant, toWallClock } from '../../../../calendar/time-zones/conversion';
import { type TimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { dayOfMidnight } from '../../../../calendar/icalendar/reading/written-time';
import { clockTime, DAY_MS, endOfDay, isWritable, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { readNumericDate } from '../../../../calendar/dates/parse-date-text';
import {
  FREQUENCIES,
  type Frequency,
  MAX_OCCURRENCES,
  NUMBER_LISTS,
  type NumberListName,
  type RecurrenceRule,
  type RuleDay,
  type Weekday,
  WEEKDAYS,
} from './recurrence-rule';

/** The context of a rule's text: UNTIL is in UTC for events with a time, and a day for all-day events (RFC 5545 §3.3.10). */
interface RuleContext {
  readonly zone: TimeZone;
  readonly allDay: boolean;
}

/** Why a text is no rule for events, in a sentence for the caller. */
export interface Refused {
  readonly refused: string;
}

class Refusal extends Error {}
const refuse = (reason: string): never => {
  throw new Refusal(reason);
};

const MAX_INTERVAL = 1_000;
const USUAL = [
  ['RSCALE', 'GREGORIAN'],
  ['SKIP', 'OMIT'],
] as const;

/**
 * Reads the value of an RRULE (RFC 5545 §3.3.10), in any letter case, with blanks anywhere. Refuses rules by the second and minute. Parts that begin
 * with X- change nothing.
 */
export function readRule(text: string, context: RuleContext): RecurrenceRule | Refused {
  try {
    const rule = ruleOf(partsOf(text.replace(/\s+/g, '').toUpperCase()), context);
    checkTogether(rule, context);
    return rule;
  } catch (failure) {
    if (failure instanceof Refusal) return { refused: failure.message };
    throw failure;
  }
}

/** The reverse of `readRule`: equal rules give the same text. */
export function ruleText(rule: RecurrenceRule, { zone, allDay }: RuleContext): string {
  const { until } = rule;
  const last = until && (allDay ? basicDay(until) : basicInstant(toInstant(until, zone)));
  const numbers = (...names: NumberListName[]) => names.map((name) => [name, rule[NUMBER_LISTS[name].member].join()]);
  const days = rule.days.map(({ weekday, nth }) => `${nth ?? ''}${weekday}`).join();
  const parts = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? '' : String(rule.interval)],
    ['COUNT', String(rule.count ?? '')],
    ['UNTIL', last ?? ''],
    ...numbers('BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'),
    ['BYDAY', days],
    ...numbers('BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'),
    ['WKST', rule.weekStart === 'MO' ? '' : rule.weekStart],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map((part) => part.join('='))
    .join(';');
}

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(';').filter((one) => one !== '')) {
    const [, name = '', value = ''] =
      /^([A-Z\d-]+)=(.+)$/.exec(part) ?? refuse('is not a recurrence rule, such as FREQ=WEEKLY;BYDAY=MO');
    if (parts.has(name) && parts.get(name) !== value) refuse(`has ${name} twice`);
    if (!name.startsWith('X-')) parts.set(name, value);
  }
  return parts;
}

function ruleOf(parts: Map<string, string>, context: RuleContext): RecurrenceRule {
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const numbers = (name: NumberListName) => numberList(name, take(name));
  // RFC 5545 §3.3.10: days ignore times of day.
  const times = (name: NumberListName) => (context.allDay ? (take(name), []) : numbers(name));
  // RFC 7529: these values mean the rules of RFC 5545.
  for (const [name, usual] of USUAL) {
    const value = take(name) ?? usual;
    if (value !== usual) refuse(`has ${name}=${value}, which is not supported; only ${name}=${usual} is`);
  }
  const rule = {
    frequency: frequencyOf(take('FREQ')),
    interval: wholeNumber('INTERVAL', take('INTERVAL'), MAX_INTERVAL) ?? 1,
    count: wholeNumber('COUNT', take('COUNT'), MAX_OCCURRENCES),
    until: untilOf(take('UNTIL'), context),
    months: numbers('BYMONTH'),
    weeks: numbers('BYWEEKNO'),
    yearDays: numbers('BYYEARDAY'),
    monthDays: numbers('BYMONTHDAY'),
    days: daysOf(take('BYDAY')),
    hours: times('BYHOUR'),
    minutes: times('BYMINUTE'),
    seconds: times('BYSECOND'),
    positions: numbers('BYSETPOS'),
    weekStart: weekdayOf('WKST', take('WKST') ?? 'MO'),
  };
  const [left] = parts.keys();
  if (left !== undefined) refuse(`has the unknown part ${left}`);
  return rule;
}

function frequencyOf(text: string | undefined): Frequency {
  if (text === undefined) return refuse('has no FREQ');
  return (
    FREQUENCIES.find((name) => name === text) ??
    refuse(`has FREQ=${text}, which is not one of ${FREQUENCIES.join(', ')}`)
  );
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most
    ? number
    : refuse(`has ${name}=${text}, which is not a number from 1 to ${most}`);
}

function numberList(name: NumberListName, text: string | undefined): number[] {
  const { least, most, mayBeNegative } = NUMBER_LISTS[name];
  return items(text, (item) => {
    const number = /^[+-]?\d{1,3}$/.test(item) ? Number(item) : NaN;
    const fits = (number >= least || (mayBeNegative && number < 0)) && Math.abs(number) <= most;
    return fits
      ? number
      : refuse(
          `has ${item} in ${name}, which is not from ${mayBeNegative ? `-${most} to -1 or from ` : ''}${least} to ${most}`,
        );
  });
}

function daysOf(text: string | undefined): RuleDay[] {
  return items(text, (item) => {
    const [, nth, day = ''] =
      /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? refuse(`has ${item} in BYDAY, which is no weekday`);
    const number = nth === undefined ? undefined : Number(nth);
    if (number !== undefined && (number === 0 || Math.abs(number) > 53))
      refuse(`has ${item} in BYDAY, which never comes`);
    return { weekday: weekdayOf('BYDAY', day), nth: number };
  });
}

const weekdayOf = (name: string, text: string): Weekday =>
  WEEKDAYS.find((weekday) => weekday === text) ??
  refuse(`has ${text} in ${name}, which is none of ${WEEKDAYS.join(', ')}`);

/** Each item once. */
function items<T>(text: string | undefined, read: (item: string) => T): T[] {
  return text === undefined ? [] : [...new Set(text.split(',').filter((item) => item !== ''))].map(read);
}

/** A day includes its last second. A date past the end of the calendar means no UNTIL. */
function untilOf(text: string | undefined, { zone, allDay }: RuleContext): WallClock | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z?)?$/.exec(text) ?? refuseUntil(text);
  const isDay = time === undefined;
  const reading = isDay ? readNumericDate(`${year}-${month}-${day}`) : readNumericDate(text);
  if (reading === undefined) return refuseUntil(text);
  const instant = allDay && 'instant' in reading ? localDayOf(reading.instant) : instantOf(reading, zone);
  if (!isWritable(instant.getTime())) return undefined;
  const wall = 'wall' in reading ? reading.wall : toWallClock(instant, allDay ? UTC : zone);
  return isDay || allDay ? endOfDay(wall) : wall;
}

/** Programs write the last day of all-day events as its local midnight, or as its last second, in UTC. */
function localDayOf(instant: Date): Date {
  const isLastSecond = instant.getUTCSeconds() === 59;
  const midnight = clockTime(dayOfMidnight(toWallClock(new Date(instant.getTime() + (isLastSecond ? 1_000 : 0)), UTC)));
  return new Date(isLastSecond ? midnight - DAY_MS : midnight);
}

const refuseUntil = (text: string): never =>
  refuse(`has UNTIL=${text}, which is not a date such as 20310501 or 20310501T100000Z`);

/** Refuses combinations of parts that RFC 5545 §3.3.10 forbids. */
function checkTogether(rule: RecurrenceRule, { allDay }: RuleContext): void {
  const { frequency, weeks, days, positions } = rule;
  const isOften = frequency !== 'MONTHLY' && frequency !== 'YEARLY';
  const lists = [rule.months, weeks, rule.yearDays, rule.monthDays, days, rule.hours, rule.minutes, rule.seconds];
  if (rule.count !== undefined && rule.until !== undefined) refuse('has both COUNT and UNTIL');
  if (frequency === 'HOURLY' && allDay) refuse('is HOURLY, but the event lasts all day');
  if (rule.yearDays.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency))
    refuse(`has BYYEARDAY, which does not go with FREQ=${frequency}`);
  if (rule.monthDays.length > 0 && frequency === 'WEEKLY') refuse('has BYMONTHDAY, which does not go with FREQ=WEEKLY');
  if (weeks.length > 0 && frequency !== 'YEARLY') refuse('has BYWEEKNO, which goes with FREQ=YEARLY alone');
  if (rule.seconds.length > 1) refuse('has more than one number in BYSECOND');
  const numbered = days.find(({ nth }) => nth !== undefined);
  if (numbered && isOften) refuse('has numbers in BYDAY, which go with FREQ=MONTHLY and FREQ=YEARLY alone');
  if (numbered && weeks.length > 0) refuse('has numbers in BYDAY, which do not go with BYWEEKNO');
  if (positions.length > 0 && lists.every((list) => list.length === 0)) refuse('has BYSETPOS without another BY… part');
}

/** The context of a rule, with the start of its event. */
type StartedContext = RuleContext & { readonly start: WallClock };

/** Whether two texts are the same rule for an event, although they write it differently. Texts that are no rules must be equal. */
export function isSameRule(one: string, other: string, dates: StartedContext): boolean {
  return one === other || normalForm(one, dates) === normalForm(other, dates);
}

function normalForm(text: string, dates: StartedContext): string {
  const rule = readRule(text, dates);
  return 'refused' in rule ? text : ruleText(sorted(rule, dates), dates);
}

/** The rule with its lists in order. A rule by the week names the weekday of the start, which is its default. */
function sorted(rule: RecurrenceRule, { start }: StartedContext): RecurrenceRule {
  const numbers = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);
  const weekday = WEEKDAYS[(new Date(clockTime(start)).getUTCDay() + 6) % 7];
  const own = rule.frequency === 'WEEKLY' && weekday ? [{ weekday, nth: undefined }] : [];
  return {
    ...rule,
    months: numbers(rule.months),
    weeks: numbers(rule.weeks),
    yearDays: numbers(rule.yearDays),
    monthDays: numbers(rule.monthDays),
    hours: numbers(rule.hours),
    minutes: numbers(rule.minutes),
    positions: numbers(rule.positions),
    days: rule.days.length === 0 ? own : rule.days.toSorted((a, b) => orderOf(a) - orderOf(b)),
  };
}

const orderOf = ({ weekday, nth = 0 }: RecurrenceRule['days'][number]): number =>
  nth * WEEKDAYS.length + WEEKDAYS.indexOf(weekday);
