import { abbreviationAt } from '../../time-zones/zone-labels';
import { clockAt } from '../../time-zones/wall-clock';
import type { TimeZone } from '../../time-zones/time-zone';
import { LAST_YEAR, zoneId } from '../zone-ids';
import { basicClock } from '../basic-clock';
import { contentLine } from './content-line';
import { isSummer, type Observance, observancesIn } from './observances';

const MINUTE = 60_000;
/** Before this year hardly any zone changed its clocks. */
const FIRST_CHANGES = 1880;

/**
 * A zone with its transitions from the year before the first to the year after the last (calendar-behaviour §10). Readers need not know the zone
 * by its name. Where the zone follows one rule from then on, the transitions go on without an end.
 */
export function writeTimeZone(zone: TimeZone, firstYear: number, lastYear: number): string {
  const [first, last] = [Math.max(firstYear - 1, 2), Math.min(lastYear + 1, LAST_YEAR)];
  const observances = [beginning(zone, first), ...observancesIn(zone, Math.max(first, FIRST_CHANGES), last)];
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', zoneId(zone)),
    ...observances.map(writeObservance),
    contentLine('END', 'VTIMEZONE'),
  ].join('');
}

/** The offset until the first transition. */
function beginning(zone: TimeZone, year: number): Observance {
  const at = new Date(new Date(0).setUTCFullYear(year, 0, 1));
  const offset = zone.rules.offset(at.getTime());
  return { at, from: offset, to: offset, name: abbreviationAt(at, zone), isSummer: isSummer(zone, at, offset) };
}

function writeObservance({ at, from, to, name, isSummer: isDaylight, rule }: Observance): string {
  const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', kind),
    contentLine('DTSTART', basicClock(clockAt(at.getTime() + Math.round(from * MINUTE)))),
    contentLine('TZOFFSETFROM', basicOffset(from)),
    contentLine('TZOFFSETTO', basicOffset(to)),
    ...(rule === undefined ? [] : [contentLine('RRULE', rule)]),
    contentLine('TZNAME', name),
    contentLine('END', kind),
  ].join('');
}

/** `+0530`; with seconds for the local mean times of long ago. */
function basicOffset(minutes: number): string {
  const size = Math.round(Math.abs(minutes) * 60);
  const parts = [Math.floor(size / 3_600), Math.floor(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])];
  return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`;
}
