import { isoOffset, toInstant } from '../time-zones/conversion';
import { parseTimeZone, type TimeZone, UTC } from '../time-zones/time-zone';
import { clockTime, type WallClock } from '../time-zones/wall-clock';

const EPOCH = new Date(0);
const HOUR = 3_600_000;

/** Single times outside of these years are written in UTC: few readers know the transitions of zones long ago, and nobody knows those far ahead. */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2099;

/** The TZID under which a zone is written. A colon would need quotes that not every reader understands, so `UTC+5:30` is `UTC+0530`. */
export const zoneId = (zone: TimeZone): string =>
  zone.isFixed ? `UTC${isoOffset(EPOCH, zone).replace(':', '')}` : zone.name;

/** The reverse. */
export function zoneOfId(id: string): TimeZone | undefined {
  const [, sign, hours, minutes] = /^UTC([+-])(\d\d)(\d\d)$/i.exec(id) ?? [];
  if (hours === undefined) return id === '' ? undefined : parseTimeZone(id);
  return parseTimeZone(`UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`);
}

/**
 * Whether every reader derives the same instant from clock and zone alone. Readers differ in an hour that comes twice and next to a
 * change of the clocks. Far away in time, they know other transitions than we do.
 */
export function isUnambiguous(clock: WallClock, instant: Date, zone: TimeZone): boolean {
  if (zone.name === UTC.name) return false;
  const year = Number(clock.slice(0, 4));
  if (year <= FIRST_YEAR || year >= LAST_YEAR || toInstant(clock, zone).getTime() !== instant.getTime()) return false;
  const offset = (time: number) => zone.rules.offset(time) * 60_000;
  if (offset(instant.getTime() - HOUR) !== offset(instant.getTime() + HOUR)) return false;
  const local = clockTime(clock);
  const [before, after] = [offset(instant.getTime() - 24 * HOUR), offset(instant.getTime() + 24 * HOUR)];
  const readings = new Set(
    [before, after].map((difference) => local - difference).filter((time) => time + offset(time) === local),
  );
  return readings.size <= 1;
}
