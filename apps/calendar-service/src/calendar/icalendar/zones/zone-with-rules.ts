import { parseTimeZone, type TimeZone } from '../../time-zones/time-zone';
import { FIRST_YEAR, LAST_YEAR } from '../zone-ids';
import type { ZoneDefinition } from './zone-definition';

/** The zones that files describe most often; they are tried before all others. */
const USUAL = [
  'Europe/London',
  'Europe/Berlin',
  'Europe/Helsinki',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** Years in which zones are compared besides the years of the file. */
const PRESENT = [2024, 2025, 2026, 2027];
const MAX_YEARS = 8;
const MAX_DAYS = 24;

/** Offsets in minutes in the middle of each month, which a zone must have in a year. A month without one is not compared. */
type Expected = readonly { year: number; offsets: readonly (number | undefined)[] }[];

/**
 * A zone of the tz database, or a fixed offset, whose offsets agree with the definition in the years of the file, and on its days. These are tried in turn:
 * 1. zones that agree today too,
 * 2. the zone by its usual name, if only the times of its changes differ,
 * 3. zones that agree in the years of the file,
 * 4. zones that agree today and on the days of the file: its rules may be those of today, for events of former years.
 * @param days of the file's times in this zone, e.g. `20310501`
 * @param usual the zone by its name, if it has a usual one
 * @throws RangeError for rules that take too much work
 */
export function zoneWithRules(
  { offsetAt }: ZoneDefinition,
  days: ReadonlySet<string>,
  usual: TimeZone | undefined,
  siteZone: TimeZone,
): TimeZone | undefined {
  const known = [...days].map(noonOf).filter((time) => time >= Date.UTC(FIRST_YEAR) && time < Date.UTC(LAST_YEAR + 1));
  const used = sampleOf(known, MAX_DAYS).map((time) => ({ time, offset: offsetAt(time) }));
  const years = sampleOf(
    known.map((time) => new Date(time).getUTCFullYear()),
    MAX_YEARS,
  );
  const expectedIn = (all: readonly number[]): Expected =>
    all.map((year) => ({ year, offsets: MONTHS.map((month) => offsetAt(middleOf(year, month))) }));
  const [present, former] = [expectedIn(PRESENT), expectedIn(years)];
  const checked = new Map<string, boolean>();
  const isRightOnDays = (zone: TimeZone): boolean => {
    const isRight =
      checked.get(zone.name) ??
      used.every(({ time, offset }) => offset === undefined || offset === Math.round(zone.rules.offset(time)));
    checked.set(zone.name, isRight);
    return isRight;
  };
  const zoneWith = (expected: Expected): TimeZone | undefined => {
    const fits = (zone: TimeZone) => hasOffsets(zone, expected) && isRightOnDays(zone);
    const offsets = new Set([...expected.flatMap((year) => year.offsets), ...used.map(({ offset }) => offset)]);
    offsets.delete(undefined);
    const [only] = offsets;
    if (only === undefined) return undefined;
    if (usual && fits(usual)) return usual;
    if (offsets.size === 1) return fixedZone(only);
    return fits(siteZone) ? siteZone : allZones().find(fits);
  };
  return (
    // The present comes first, because its offsets are looked up only once.
    zoneWith([...present, ...former]) ??
    (usual && hasSameOffsets(usual, former) && isRightOnDays(usual) ? usual : undefined) ??
    zoneWith(former) ??
    zoneWith(present)
  );
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const middleOf = (year: number, month: number): number => Date.UTC(year, month, 15, 12);
const noonOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)), 12);

/** So many of the numbers, with the least and the greatest. */
function sampleOf(numbers: readonly number[], most: number): number[] {
  const all = [...new Set(numbers)].sort((a, b) => a - b);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] ?? 0);
}

const hasOffsets = (zone: TimeZone, expected: Expected): boolean =>
  expected.every(({ year, offsets }) =>
    offsets.every((offset, month) => offset === undefined || offset === offsetIn(zone, year, month)),
  );

/** Whether a zone has the same offsets in each year, at whatever times. Exchange writes the changes of some zones a week too early or too late. */
const hasSameOffsets = (zone: TimeZone, expected: Expected): boolean =>
  expected.every(({ year, offsets }) => {
    const own = new Set(MONTHS.map((month) => offsetIn(zone, year, month)));
    return own.size === new Set(offsets).size && offsets.every((offset) => offset !== undefined && own.has(offset));
  });

function fixedZone(minutes: number): TimeZone | undefined {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const name = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return parseTimeZone(minutes === 0 ? 'UTC' : name);
}

let zones: readonly TimeZone[] | undefined;

function allZones(): readonly TimeZone[] {
  zones ??= [...USUAL, ...Intl.supportedValuesOf('timeZone')].flatMap((name) => parseTimeZone(name) ?? []);
  return zones;
}

/** Stands for an offset that was not looked up yet. */
const UNKNOWN = -10_000;
/** Offsets of each zone by month. Files with many unknown zones ask for the same ones again and again. */
const lookedUp = new Map<string, Int16Array>();

function offsetIn({ rules }: TimeZone, year: number, month: number): number {
  let offsets = lookedUp.get(rules.name);
  if (!offsets) lookedUp.set(rules.name, (offsets = new Int16Array((LAST_YEAR - FIRST_YEAR + 1) * 12).fill(UNKNOWN)));
  const index = (year - FIRST_YEAR) * 12 + month;
  const offset = offsets[index];
  if (offset !== undefined && offset !== UNKNOWN) return offset;
  return (offsets[index] = Math.round(rules.offset(middleOf(year, month))));
}
