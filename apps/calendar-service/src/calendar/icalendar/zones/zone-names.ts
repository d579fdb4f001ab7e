import { parseTimeZone, type TimeZone } from '../../time-zones/time-zone';
import { windowsZone } from '../../time-zones/windows-zones';
import { zoneOfId } from '../zone-ids';
import { zoneOfPlaces } from './place-names';

/** Longer names are cut. The longest one in use has 70 characters. */
const MAX_LENGTH = 300;

/** The id without escapes and quotes. A TZID property is a text with escapes, and a TZID parameter has quotes instead. */
const plain = (id: string): string =>
  id
    .slice(0, MAX_LENGTH)
    .replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))
    .replace(/\s+/g, ' ')
    .replace(/^[ "]+|[ "]+$/g, '');

/** Ids with the same key name the same zone of a file. */
export const zoneKey = (id: string): string => plain(id).toLowerCase();

/** A zone whose name counts more than the rules that a file gives for it: one of the tz database or of Windows, also below a prefix. */
export function zoneOfName(id: string): TimeZone | undefined {
  const name = plain(id);
  for (const end of [name, ...pathEnds(name)]) {
    const zone =
      zoneOfId(end) ?? (end.includes('/') && end.includes(' ') ? zoneOfId(end.replaceAll(' ', '_')) : undefined);
    if (zone) return zone;
  }
  return undefined;
}

/**
 * `/mozilla.org/20050126_1/Europe/Berlin` → `20050126_1/Europe/Berlin`, `Europe/Berlin`, `Berlin`. A name of one word counts only behind the prefix of a
 * globally unique id (RFC 5545, 3.2.19), such as `/example.org/UTC` and `tzone://Microsoft/Utc`.
 */
function pathEnds(name: string): string[] {
  const parts = name.split('/');
  const isUnique = /^(?:\/|tzone:)/i.test(name);
  return parts
    .slice(0, 10)
    .map((_, i) => parts.slice(i + 1).join('/'))
    .filter((end) => end.includes('/') || (isUnique && end !== ''));
}

/**
 * A zone by a name that has no fixed meaning, such as `(UTC-05:00) Eastern Time (US & Canada)`, `Eastern`, `GMT+2` or `W. Europe Standard Time 1`. Programs give
 * rules of their own to such names, so these are tried before.
 */
export function zoneOfUsualName(id: string): TimeZone | undefined {
  const name = plain(id);
  // Outlook numbers zones that have the same name and other rules.
  const [, unnumbered] = /^(.*[^\d ]) \d{1,2}$/.exec(name) ?? [];
  return usualZone(name) ?? (unnumbered === undefined ? undefined : (zoneOfName(unnumbered) ?? usualZone(unnumbered)));
}

function usualZone(written: string): TimeZone | undefined {
  const letters = written.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const name = letters.replaceAll('&amp;', '&').replaceAll(' and ', ' & ');
  const label = name.replace(/^\((?:utc|gmt|z)\b[^)]*\) ?/, '').replace(/ - (?:new|old)$/, '');
  const ofWindows = windowsNames(label).map(windowsZone);
  const zone = (text: string | undefined) => (text === undefined || text === '' ? undefined : parseTimeZone(text));
  return (
    zone(offsetName(label === '' ? name : label)) ??
    zone(ofWindows.find((found) => found !== undefined)) ??
    zone(zoneOfPlaces(label)) ??
    // `US-Eastern`
    zoneOfId(written.replace(/^([a-z]+)-(?=[a-z])/i, '$1/'))
  );
}

/** `GMT+2`, `GMT+0200`, `(UTC+02:00)`, `(GMT+02.00)`, `Coordinated Universal Time+02` → `UTC+2`. East is positive, unlike in `Etc/GMT-2`. */
function offsetName(name: string): string | undefined {
  const [, sign, hours, minutes = '00'] =
    /^\(?(?:utc|gmt|coordinated universal time) ?([+-]) ?(\d{1,2})(?:[:.]?([0-5]\d))?\)?$/.exec(name) ?? [];
  if (hours === undefined) return /^\((?:utc|gmt)\)$/.test(name) ? 'UTC' : undefined;
  if (Number(hours) === 0 && minutes === '00') return 'UTC';
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** Names of Windows behind those of Lotus Notes (`Eastern`), of the other half of the year (`Eastern Daylight Time`), and `Eastern Time`. */
const windowsNames = (name: string): string[] => [
  `${name} standard time`,
  name.replace(/ (?:daylight|summer) time\b/, ' standard time'),
  name.replace(/ time$/, ' standard time'),
];
