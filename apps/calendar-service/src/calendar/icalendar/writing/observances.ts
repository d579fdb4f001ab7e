import { LRUCache } from 'lru-cache';
import type { TimeZone } from '../../time-zones/time-zone';
import { DAY_MS } from '../../time-zones/wall-clock';
import { abbreviationAt } from '../../time-zones/zone-labels';
import { basicInstant } from '../basic-clock';
import { LAST_YEAR } from '../zone-ids';
import { midnightIn, yearlyRulesOf, type YearlyDay, yearlyDaysOf } from './yearly-day';

/** A change of a zone's offset; offsets in minutes east of Greenwich. */
interface Transition {
  readonly at: Date;
  readonly from: number;
  readonly to: number;
}

/** No zone changes its clocks twice within this time. */
const STEP_MS = 4 * DAY_MS;
const transitionsByYear = new LRUCache<string, readonly Transition[]>({ max: 2_000 });

/** Every change of the zone's offset within a year of UTC, in order. */
function transitionsIn(zone: TimeZone, year: number): readonly Transition[] {
  const key = `${zone.name} ${year}`;
  let found = transitionsByYear.get(key);
  if (!found) transitionsByYear.set(key, (found = findTransitions(zone, Date.UTC(year, 0), Date.UTC(year + 1, 0))));
  return found;
}

function findTransitions({ rules }: TimeZone, start: number, end: number): Transition[] {
  const found: Transition[] = [];
  for (let time = start; time < end;) {
    const next = Math.min(time + STEP_MS, end);
    const [from, to] = [rules.offset(time), rules.offset(next)];
    if (from !== to) found.push({ at: firstWith(to, time, next, (moment) => rules.offset(moment)), from, to });
    time = next;
  }
  return found;
}

/** The first second that has the new offset. */
function firstWith(offset: number, before: number, after: number, offsetAt: (time: number) => number): Date {
  let [low, high] = [before, after];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return new Date(high);
}

/** A change of a zone's clocks as a file describes it. With a rule, it is the first of several. */
export interface Observance extends Transition {
  /** Abbreviation from then on. */
  readonly name: string;
  readonly isSummer: boolean;
  readonly rule?: string;
}

/** A change that comes every year. */
interface Yearly extends Omit<Observance, 'at'> {
  readonly day: YearlyDay;
  /** Time of day on the clock before the change. */
  readonly time: number;
}

const MINUTE = 60_000;
/** Within these years each weekday falls on each of its seven dates, so exactly one description fits a lasting rule. */
const [FIRST_SAMPLE, LAST_SAMPLE] = [2028, 2039];

/**
 * The changes of a zone's clocks in these years, in order. Changes that come in the same way year after year are one observance with a rule. Where
 * one rule fits all later years too, it has no end, so that it is right for a series without an end.
 */
export function observancesIn(zone: TimeZone, firstYear: number, lastYear: number): Observance[] {
  const years = yearsFrom(firstYear, lastYear).map((year) => ({ year, changes: changesIn(zone, year) }));
  const lasting = lastingRules(zone);
  const tail = lasting && followsUntilSamples(zone, lasting, lastYear) ? startOf(lasting, years) : years.length;
  const found: Observance[][] = [];
  for (let i = 0; i < tail;) {
    const run = longestRun(years.slice(i, tail));
    const { year: first, changes } = years[i] ?? { year: firstYear, changes: [] };
    const last = first + run.length - 1;
    found.push(run.length === 1 ? [...changes] : run.rules.flatMap((rule) => written(rule, first, last, true)));
    i += run.length;
  }
  if (lasting && tail < years.length)
    found.push(lasting.flatMap((rule) => written(rule, firstYear + tail, LAST_YEAR, false)));
  return found.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Index of the first year from which on all years follow the rules. */
const startOf = (rules: readonly Yearly[], years: readonly Year[]): number =>
  1 + years.findLastIndex(({ year, changes }) => !follows(changes, rules, year));

interface Year {
  readonly year: number;
  readonly changes: readonly Observance[];
}

/** As many years from the first on as have the same rules. */
function longestRun(years: readonly Year[]): { length: number; rules: Yearly[] } {
  let [length, candidates]: [number, Yearly[][]] = [1, years[0]?.changes.map(descriptionsOf) ?? []];
  for (const { year, changes } of years.slice(1)) {
    const left = narrowed(candidates, changes, year);
    if (!left) break;
    [length, candidates] = [length + 1, left];
  }
  return { length, rules: candidates.flatMap(([rule]) => rule ?? []) };
}

/** Those of the candidates for each change that this year's changes fit too; undefined if a change has none left. */
function narrowed(
  candidates: readonly Yearly[][],
  changes: readonly Observance[],
  year: number,
): Yearly[][] | undefined {
  if (changes.length !== candidates.length) return undefined;
  const left = changes.map((change, i) => (candidates[i] ?? []).filter((rule) => fits(change, rule, year)));
  return left.every((rules) => rules.length > 0) ? left : undefined;
}

const lastingOfZone = new LRUCache<string, { rules: readonly Yearly[] | undefined }>({ max: 1_000 });

/** The rules that a zone follows in all years to come; undefined if there are none, as where Ramadan decides. */
function lastingRules(zone: TimeZone): readonly Yearly[] | undefined {
  let lasting = lastingOfZone.get(zone.name);
  if (!lasting) lastingOfZone.set(zone.name, (lasting = { rules: findLastingRules(zone) }));
  return lasting.rules;
}

function findLastingRules(zone: TimeZone): readonly Yearly[] | undefined {
  const samples = yearsFrom(FIRST_SAMPLE, LAST_SAMPLE).map((year) => ({ year, changes: changesIn(zone, year) }));
  const { length, rules } = longestRun(samples);
  const offset = (time: number) => zone.rules.offset(time);
  const still = offset(Date.UTC(LAST_SAMPLE, 0));
  const holds = (year: number) =>
    rules.length === 0
      ? [0, 3, 6, 9].every((month) => offset(Date.UTC(year, month)) === still)
      : rules.every((rule) => {
          const at = instantIn(year, rule);
          return offset(at - 1) === rule.from && offset(at) === rule.to;
        });
  return length === samples.length && yearsFrom(LAST_SAMPLE + 1, LAST_YEAR).every(holds) ? rules : undefined;
}

/** A zone may follow its lasting rules for a while long before they last. */
const followsUntilSamples = (zone: TimeZone, rules: readonly Yearly[], lastYear: number): boolean =>
  yearsFrom(lastYear, FIRST_SAMPLE).every((year) => follows(changesIn(zone, year), rules, year));

const follows = (changes: readonly Observance[], rules: readonly Yearly[], year: number): boolean =>
  changes.length === rules.length &&
  changes.every((change, i) => rules[i] !== undefined && fits(change, rules[i], year));

const fits = (change: Observance, rule: Yearly, year: number): boolean =>
  change.at.getTime() === instantIn(year, rule) &&
  change.from === rule.from &&
  change.to === rule.to &&
  change.name === rule.name &&
  change.isSummer === rule.isSummer;

const instantIn = (year: number, { day, time, from }: Yearly): number =>
  midnightIn(year, day) + time - Math.round(from * MINUTE);

function descriptionsOf({ at, ...change }: Observance): Yearly[] {
  const clock = at.getTime() + Math.round(change.from * MINUTE);
  const time = ((clock % DAY_MS) + DAY_MS) % DAY_MS;
  return yearlyDaysOf(clock).map((day) => ({ ...change, day, time }));
}

/** A rule from one year to another. Some days need two rules, and one of them may have no day in these years. */
function written(rule: Yearly, firstYear: number, lastYear: number, ends: boolean): Observance[] {
  const { day, from, to, name, isSummer } = rule;
  const years = yearsFrom(firstYear, lastYear);
  return yearlyRulesOf(day).flatMap(({ month, rule: text }) => {
    const within = years.filter((year) => new Date(midnightIn(year, day)).getUTCMonth() === month - 1);
    const [first, last] = [within.at(0), within.at(-1)];
    if (first === undefined || last === undefined) return [];
    const until = ends ? `;UNTIL=${basicInstant(new Date(instantIn(last, rule)))}` : '';
    return [{ at: new Date(instantIn(first, rule)), from, to, name, isSummer, rule: text + until }];
  });
}

const changesIn = (zone: TimeZone, year: number): Observance[] =>
  transitionsIn(zone, year).map((change) => ({
    ...change,
    name: abbreviationAt(change.at, zone),
    isSummer: isSummer(zone, change.at, change.to),
  }));

/** Whether the zone is farther ahead of UTC than in the other half of the year. */
export function isSummer({ rules }: TimeZone, at: Date, offset: number): boolean {
  const year = at.getUTCFullYear();
  return offset > Math.min(rules.offset(Date.UTC(year, 0, 1)), rules.offset(Date.UTC(year, 6, 1)));
}

const yearsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
