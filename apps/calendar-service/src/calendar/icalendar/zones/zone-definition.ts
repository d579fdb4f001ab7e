import { DAY_MS } from '../../time-zones/wall-clock';
import { partsOf } from '../line-parts';
import { clockValue, type DefinitionRule, definitionRule } from './definition-rule';

/** A zone as its VTIMEZONE defines it. */
export interface ZoneDefinition {
  /**
   * Offset in minutes at an instant; undefined before the first change that the definition tells.
   * @throws RangeError for rules that take too much work
   */
  readonly offsetAt: (time: number) => number | undefined;
}

/** A part of the definition: the offset from each of its changes on. */
interface Observance {
  /** Instants; times in milliseconds. */
  readonly start: number;
  readonly dates: readonly number[];
  readonly rules: readonly DefinitionRule[];
  readonly from: number;
  readonly to: number;
}

const MAX_OBSERVANCES = 400;
const MAX_DATES = 5_000;
/** Days of rules that are examined for one zone. A zone with all its rules since 1900 needs 5,000. */
const MAX_DAYS = 20_000;
/** The last change before a year is searched in this many years. */
const MAX_YEARS_BACK = 8;
const MINUTE = 60_000;

/**
 * Reads the observances of a VTIMEZONE (RFC 5545, 3.6.5). Those without start and offsets are ignored.
 * @returns undefined without any, and with rules that cannot be read
 */
export function readDefinition(lines: readonly string[]): ZoneDefinition | undefined {
  let left = MAX_DAYS;
  const spend = (days: number): void => {
    left -= days;
    if (left < 0) throw new RangeError('The rules of the zone take too much work.');
  };
  const parts = observanceLines(lines);
  if (parts.length > MAX_OBSERVANCES) return undefined;
  const observances = parts.map((part) => readObservance(part, spend));
  const whole = observances.flatMap((one) => (one === undefined || one === 'unreadable' ? [] : one));
  const dates = whole.reduce((sum, one) => sum + one.dates.length, 0);
  if (whole.length === 0 || observances.includes('unreadable') || dates > MAX_DATES) return undefined;
  const years = new Map<number, Change[]>();
  const changesOf = (year: number): Change[] => {
    const changes = years.get(year) ?? changesAround(whole, year);
    years.set(year, changes);
    return changes;
  };
  return { offsetAt: (time) => changesOf(new Date(time).getUTCFullYear()).findLast(({ at }) => at <= time)?.to };
}

function observanceLines(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  let current: string[] | undefined;
  for (const line of lines) {
    if (/^BEGIN:\s*(?:STANDARD|DAYLIGHT)\s*$/i.test(line)) parts.push((current = []));
    else if (/^END:/i.test(line)) current = undefined;
    else current?.push(line);
  }
  return parts;
}

function readObservance(
  lines: readonly string[],
  spend: (days: number) => void,
): Observance | 'unreadable' | undefined {
  const values = (name: string): string[] =>
    lines
      .map(partsOf)
      .filter((line) => line.name.toUpperCase() === name)
      .map(({ value }) => value.trim());
  const start = clockValue(values('DTSTART')[0] ?? '');
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => minutesOf(values(name)[0] ?? ''));
  if (!start || from === undefined || to === undefined) return undefined;
  const instant = (time: number, isUtc: boolean) => (isUtc ? time : time - from * MINUTE);
  const dates = values('RDATE')
    .flatMap((value) => value.split(','))
    .flatMap((value) => clockValue(value.split('/')[0] ?? '') ?? []);
  const rules = values('RRULE')
    .filter((value) => value !== '')
    .map((value) => definitionRule(value, start.time, spend));
  if (rules.includes(undefined)) return 'unreadable';
  return {
    start: instant(start.time, start.isUtc),
    // A day has the time of the first change.
    dates: dates.map(({ time, isDay, isUtc }) => instant(isDay ? time + timeOfDay(start.time) : time, isUtc)),
    rules: rules.flatMap((rule) => rule ?? []),
    from,
    to,
  };
}

const timeOfDay = (time: number): number => ((time % DAY_MS) + DAY_MS) % DAY_MS;

/** `+0530`, `-05:00`, `+004956`. */
function minutesOf(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-]?)(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const size = Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
  return sign === '-' ? -size : size;
}

interface Change {
  readonly at: number;
  readonly to: number;
}

/** The changes within a year, and the last ones before it, in order. */
function changesAround(observances: readonly Observance[], year: number): Change[] {
  const [begin, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const changes = observances.flatMap((one) => {
    const times = [one.start, ...one.dates, ...one.rules.flatMap((rule) => instantsAround(rule, one, year))];
    const before = times.filter((time) => time < begin).reduce((last, time) => Math.max(last, time), -Infinity);
    return [before, ...times.filter((time) => time >= begin && time < end)]
      .filter((time) => time > -Infinity)
      .map((at) => ({ at, to: one.to }));
  });
  return changes.sort((a, b) => a.at - b.at);
}

function instantsAround(rule: DefinitionRule, { start, from }: Observance, year: number): number[] {
  const instants = (of: number) => rule.timesIn(of).map((time) => time - from * MINUTE);
  const firstYear = new Date(start).getUTCFullYear();
  if (rule.count !== undefined) return counted(instants, rule.count, firstYear, year);
  const { until } = rule;
  const last = until === undefined ? Infinity : until.isUtc ? until.time : until.time - from * MINUTE;
  const lastYear = Math.min(year, last === Infinity ? year : new Date(last).getUTCFullYear() + 1);
  let found: number[] = [];
  for (let of = lastYear; of >= Math.max(firstYear - 1, lastYear - MAX_YEARS_BACK); of -= 1) {
    found = found.concat(instants(of).filter((time) => time <= last));
    if (found.some((time) => time < Date.UTC(year, 0))) break;
  }
  return found;
}

/** A rule with COUNT is followed from its start. */
function counted(instants: (year: number) => number[], count: number, firstYear: number, lastYear: number): number[] {
  let found: number[] = [];
  for (let year = firstYear; year <= lastYear && found.length < count; year += 1) found = found.concat(instants(year));
  return found.slice(0, count);
}
