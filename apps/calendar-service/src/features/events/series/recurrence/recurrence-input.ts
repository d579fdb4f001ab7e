import { wallOf } from '../../../../calendar/dates/date-reading';
import { parseDateText } from '../../../../calendar/dates/parse-date-text';
import { toInstant } from '../../../../calendar/time-zones/conversion';
import { parseTimeZone, type TimeZone } from '../../../../calendar/time-zones/time-zone';
import {
  clockAt,
  clockTime,
  DAY_MS,
  startOfDay,
  wallClock,
  type WallClock,
} from '../../../../calendar/time-zones/wall-clock';
import { type Expansion, expansionCost, type Recurrence, repeats, type SeriesDates } from './expansion';
import { MAX_OCCURRENCES, type RecurrenceRule } from '../rules/recurrence-rule';
import { isSameRule, readRule } from '../rules/rule-text';
import { matchingStarts, ruleStarts } from '../rules/rule-starts';

/** The recurrence parameters of a request. Absent members change nothing; an empty `rrule` ends the repetition. */
export interface RecurrenceInput {
  /** The value of an RRULE, or lines of iCalendar: one RRULE with EXDATE and RDATE. */
  readonly rrule?: unknown;
  /** A list of dates, or a text with commas. */
  readonly exdates?: unknown;
  readonly rdates?: unknown;
}
type RecurrenceParameter = keyof RecurrenceInput;

/** The values of the parameters; absent members stay unchanged. */
export interface ParsedRecurrence {
  readonly rule?: RecurrenceRule | undefined;
  /** The request has a `rrule` without a rule: the event repeats by its `rdates` alone, if these are sent too. */
  readonly endsRule?: boolean;
  readonly exdates?: readonly WallClock[];
  readonly rdates?: readonly WallClock[];
}

/** Gets each refused parameter, with a sentence for the caller. */
export type Complain = (name: RecurrenceParameter, message: string) => void;

const MAX_DATES = 1_000;

/** Reads the recurrence of an event. Dates are on the clock of the event's zone; a day alone means the event's time on that day. */
export function readRecurrence(
  input: RecurrenceInput,
  dates: SeriesDates,
  now: Date,
  complain: Complain,
): ParsedRecurrence {
  const { rrule } = input;
  if (rrule !== undefined && rrule !== null && typeof rrule !== 'string')
    complain('rrule', 'rrule is not of type string.');
  const lines = typeof rrule === 'string' ? readLines(rrule, complain) : undefined;
  const read = lines?.rule ? readRule(lines.rule, dates) : undefined;
  if (lines?.furtherRules.some((rule) => !isSameRule(rule, lines.rule ?? '', dates)))
    complain('rrule', 'rrule has two rules.');
  if (read && 'refused' in read) complain('rrule', `rrule ${read.refused}.`);
  const datesOf = (name: 'exdates' | 'rdates'): WallClock[] | undefined => {
    const texts = [
      ...(lines?.[name] ?? []),
      ...textsOf(input[name], () => complain(name, `${name} is not a list of dates.`)),
    ];
    if (input[name] === undefined && texts.length === 0) return undefined;
    if (texts.length > MAX_DATES) {
      complain(name, `${name} has more than ${MAX_DATES} dates.`);
      return undefined;
    }
    return [
      ...new Set(
        texts.map(
          (item) => readStart(item, dates, now) ?? complain(name, `${name} has ${item.text}, which is no date.`),
        ),
      ),
    ]
      .filter((date) => date !== undefined)
      .sort();
  };
  const [exdates, rdates] = [datesOf('exdates'), datesOf('rdates')];
  return {
    ...(read && !('refused' in read) && { rule: read }),
    ...(rrule !== undefined && lines?.rule === undefined && { endsRule: true }),
    ...(exdates && { exdates }),
    ...(rdates && { rdates }),
  };
}

/** Complains about a recurrence that is impossible or too large. */
export function checkRecurrence(
  recurrence: Recurrence,
  { start }: SeriesDates,
  { occurrences }: Expansion,
  isNever: boolean,
  complain: Complain,
): void {
  const { rule, exdates } = recurrence;
  if (!repeats(recurrence) && exdates.length > 0) complain('exdates', 'exdates needs an rrule or rdates.');
  if (rule?.until !== undefined && rule.until < start) complain('rrule', 'rrule has an UNTIL before start_date.');
  if (isNever) complain('rrule', 'rrule names days that never come.');
  if (occurrences.length > MAX_OCCURRENCES) complain('rrule', `rrule makes more than ${MAX_OCCURRENCES} occurrences.`);
  if (occurrences.length === 0) complain('exdates', 'exdates leaves no occurrence.');
}

interface DateItem {
  readonly text: string;
  /** Zone of the text's clock, when it is not the event's zone. */
  readonly zone?: TimeZone | undefined;
}

interface Lines {
  rule: string | undefined;
  /** Programs repeat the line of the rule. */
  furtherRules: string[];
  exdates: DateItem[];
  rdates: DateItem[];
}

/** Lines of iCalendar (RFC 5545 §3.1), or the rule alone. */
function readLines(text: string, complain: Complain): Lines {
  const lines: Lines = { rule: undefined, furtherRules: [], exdates: [], rdates: [] };
  for (const line of text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [, name = 'RRULE', parameters = '', value = ''] = /^(?:([A-Z-]+)((?:;[^:]*)?):)?(.*)$/i.exec(line) ?? [];
    const zoneName = /;TZID=([^;]+)/i.exec(parameters)?.[1];
    const zone = zoneName === undefined ? undefined : parseTimeZone(zoneName);
    if (zoneName !== undefined && zone === undefined) complain('rrule', `rrule has the unknown zone ${zoneName}.`);
    const items = value.split(',').map((item) => ({ text: item.trim(), zone }));
    if (/^RRULE$/i.test(name) && lines.rule === undefined) lines.rule = value;
    else if (/^RRULE$/i.test(name)) lines.furtherRules.push(value);
    else if (/^EXDATE$/i.test(name)) for (const item of items) lines.exdates.push(item);
    else if (/^RDATE$/i.test(name)) for (const item of items) lines.rdates.push(item);
    else complain('rrule', `rrule has the line ${name}, which has no place in it.`);
  }
  return lines;
}

function textsOf(value: unknown, refuse: () => void): DateItem[] {
  if (value === undefined || value === null || value === '') return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((item) => typeof item === 'string')) refuse();
  return list
    .flatMap((item) => (typeof item === 'string' ? item.split(',') : []))
    .map((text) => ({ text: text.trim() }));
}

/** A start on the event's clock; a day alone means the event's time on that day. */
export function readStart(
  { text, zone }: DateItem,
  { start, allDay, zone: own }: SeriesDates,
  now: Date,
): WallClock | undefined {
  // In iCalendar eight digits are a day; in other dates digits alone are seconds.
  const plain = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const reading = parseDateText(plain, own, now);
  if (!reading) return undefined;
  const instant = zone && 'wall' in reading ? { instant: toInstant(reading.wall, zone) } : reading;
  const wall = wallOf(instant, own);
  if (allDay) return startOfDay(wall);
  const isDay = wall === startOfDay(wall) && !/:|T\d/i.test(plain);
  return isDay ? wallClock(`${wall.slice(0, 10)} ${start.slice(11)}`) : wall;
}

/** As far as a series with an end is written at once. */
const REACH_MS = 10 * 366 * DAY_MS;
const MAX_EXRULES = 5;
/** Admits a daily rule. No start becomes an instant here, so each takes a fraction of the estimate. */
const MAX_COST = 100_000;

interface RestrictedSeries {
  /** Text of the RRULE; null when only dates are added. */
  readonly rule: string | null;
  readonly rdates: readonly WallClock[];
  /** Texts of the EXRULE lines. */
  readonly exrules: readonly string[];
}

/**
 * The starts of a series that its EXRULEs name (RFC 2445 §4.8.5.2), to be stored as exdates.
 * @returns undefined when they have no end, when they are too many, and when a rule cannot be read
 */
export function excludedStarts(
  dates: SeriesDates,
  { rule, rdates, exrules }: RestrictedSeries,
): WallClock[] | undefined {
  const reach = clockTime(dates.start) + REACH_MS;
  const own = rule === null ? undefined : affordableRule(rule, dates, reach);
  const exceptions = exrules.map((text) => affordableRule(text, dates, reach)).filter((one) => one !== undefined);
  if ((rule !== null && !own) || exceptions.length < exrules.length || exrules.length > MAX_EXRULES) return undefined;

  const starts = own ? ruleStarts(own, dates.start, reach) : [clockTime(dates.start)];
  const lists = exceptions.map((one) => matchingStarts(one, dates.start, reach, MAX_OCCURRENCES));
  const isEnding =
    !own || endsBy(own, starts, reach) || exceptions.every((one, i) => endsBy(one, lists[i] ?? [], reach));
  if (!isEnding) return undefined;
  const named = new Set(lists.flat());
  const excluded = [...new Set([...starts, ...rdates.map(clockTime)])].filter((start) => named.has(start));
  return excluded.length > MAX_DATES ? undefined : excluded.sort((a, b) => a - b).map(clockAt);
}

function affordableRule(text: string, dates: SeriesDates, reach: number): RecurrenceRule | undefined {
  const rule = readRule(text, dates);
  if ('refused' in rule) return undefined;
  const cost = expansionCost({ rule, exdates: [], rdates: [] }, dates.start, dates.start, clockAt(reach));
  return cost <= MAX_COST ? rule : undefined;
}

const endsBy = ({ count, until }: RecurrenceRule, starts: readonly number[], reach: number): boolean =>
  starts.length === count || (until !== undefined && clockTime(until) <= reach);
