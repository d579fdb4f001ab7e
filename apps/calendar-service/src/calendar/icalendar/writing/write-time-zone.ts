import { abbreviationAt } from '../../time-zones/abbreviation';
import { clockAt } from '../../time-zones/wall-clock';
import type { TimeZone } from '../../time-zones/time-zone';
import { contentLine } from './content-line';
import { basicClock } from './basic-clock';
import { type Transition, transitionsIn } from './transitions';
import { FIRST_YEAR, LAST_YEAR, zoneId } from '../zone-ids';

const MINUTE = 60_000;

/**
 * A zone with all its transitions from the year before the first to the year after the last (calendar-behaviour §10). Readers need not know the zone
 * by its name. Each transition is written separately, because few readers understand rules correctly.
 */
export function writeTimeZone(zone: TimeZone, firstYear: number, lastYear: number): string {
  const [first, last] = [firstYear - 1, lastYear + 1].map((year) => Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR));
  const observances = [beginning(zone, first ?? FIRST_YEAR)];
  for (let year = first ?? FIRST_YEAR; year <= (last ?? LAST_YEAR); year += 1)
    for (const transition of transitionsIn(zone, year)) observances.push(transition);
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', zoneId(zone)),
    ...observances.map((observance) => writeObservance(zone, observance)),
    contentLine('END', 'VTIMEZONE'),
  ].join('');
}

/** The offset until the first transition. */
function beginning({ rules }: TimeZone, year: number): Transition {
  const at = new Date(Date.UTC(year, 0));
  const offset = rules.offset(at.getTime());
  return { at, from: offset, to: offset };
}

function writeObservance(zone: TimeZone, { at, from, to }: Transition): string {
  const kind = isSummer(zone, at, to) ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', kind),
    contentLine('DTSTART', basicClock(clockAt(at.getTime() + from * MINUTE))),
    contentLine('TZOFFSETFROM', basicOffset(from)),
    contentLine('TZOFFSETTO', basicOffset(to)),
    contentLine('TZNAME', abbreviationAt(at, zone)),
    contentLine('END', kind),
  ].join('');
}

/** Whether the zone is farther ahead of UTC than in the other half of the year. */
function isSummer({ rules }: TimeZone, at: Date, offset: number): boolean {
  const year = at.getUTCFullYear();
  return offset > Math.min(rules.offset(Date.UTC(year, 0, 1)), rules.offset(Date.UTC(year, 6, 1)));
}

function basicOffset(minutes: number): string {
  const size = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
}
