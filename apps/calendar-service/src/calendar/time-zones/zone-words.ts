import { isoOffset } from './conversion';
import type { TimeZone } from './time-zone';

/**
 * A zone as pages name it: `London time (UTC+1)`, and `UTC−5` alone for zones that name no place. Offsets are understood everywhere, unlike
 * abbreviations: `IST` is the time of India, Ireland and Israel.
 */
export function zoneWords(instant: Date, zone: TimeZone): string {
  const place = placeOf(zone);
  return place === undefined ? offsetWords(instant, zone) : `${place} time (${offsetWords(instant, zone)})`;
}

/** The same without the offset, for times of several dates: `London time`. */
export function clockWords(instant: Date, zone: TimeZone): string {
  const place = placeOf(zone);
  return place === undefined ? offsetWords(instant, zone) : `${place} time`;
}

/** `America/Argentina/Buenos_Aires` → `Buenos Aires`; undefined for `UTC+2`, `EST` and `Etc/GMT-3`. */
function placeOf({ name, isFixed }: TimeZone): string | undefined {
  if (isFixed || !name.includes('/') || /^etc\//i.test(name)) return undefined;
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** `+05:30` → `UTC+5:30`, `-05:00` → `UTC−5`, `+00:00` → `UTC`. */
function offsetWords(instant: Date, zone: TimeZone): string {
  const [, sign, hours, minutes] = /^(.)0?(\d+):(\d\d)$/.exec(isoOffset(instant, zone)) ?? [];
  if (Number(hours) === 0 && minutes === '00') return 'UTC';
  return `UTC${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`;
}
