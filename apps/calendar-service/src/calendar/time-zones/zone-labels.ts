import { isoOffset } from './conversion';
import type { TimeZone } from './time-zone';

/**
 * The short name of a zone at an instant as the tz database has it (calendar-behaviour §7.2): `CET` and `CEST`, `JST`, `+0545` for Kathmandu, `-03` for São Paulo;
 * the text itself for `UTC±n`.
 */
export function abbreviationAt(instant: Date, zone: TimeZone): string {
  if (zone.isFixed) return zone.name;
  if (/^(Etc\/)?(GMT[+-]?0?|Greenwich)$/i.test(zone.name)) return 'GMT';
  const offset = isoOffset(instant, zone);
  const letters = LETTERS.get(`${zone.rules.name} ${offset}`);
  if (letters !== undefined || DIGITS_ONLY.has(zone.rules.name)) return letters ?? digits(offset);
  return spelled(instant, offset, zone) ?? digits(offset);
}

const NOWADAYS = [new Date('2031-01-15T12:00:00Z'), new Date('2031-07-15T12:00:00Z')];

/** `+05:45` → `+0545`, `-03:00` → `-03`. */
const digits = (offset: string): string => offset.replace(/:00$/, '').replace(':', '');

/** The platform abbreviates a zone only in the English of its own region, so these regions are tried in turn. */
const ENGLISH = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-NZ', 'en-IN', 'en-ZA'];

/** Making a formatter costs far more than using one, and lists ask for the same zone again and again. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter)
    formatters.set(key, (formatter = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })));
  return formatter;
}

function spelled(instant: Date, offset: string, zone: TimeZone): string | undefined {
  // For dates long ago the platform knows only the offset. The name was the one that this offset has today.
  for (const day of [instant, ...NOWADAYS]) {
    if (isoOffset(day, zone) !== offset) continue;
    for (const locale of ENGLISH) {
      const parts = formatterFor(locale, zone.rules.name).formatToParts(day);
      const name = parts.find((part) => part.type === 'timeZoneName')?.value;
      if (name !== undefined && !/^(GMT|UTC)[+-]/.test(name)) return name;
    }
  }
  return undefined;
}

/** Zones whose abbreviation has letters in the tz database while the platform prints `GMT+n` or other letters. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['BST', '+01:00', ['Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey']],
      ['CDT', '-04:00', ['America/Havana']],
      ['CST', '-05:00', ['America/Havana']],
      ['CST', '+08:00', ['Asia/Macau', 'Asia/Shanghai', 'Asia/Taipei']],
      ['ChST', '+10:00', ['Pacific/Guam', 'Pacific/Saipan']],
      ['HDT', '-09:00', ['America/Adak']],
      ['HKT', '+08:00', ['Asia/Hong_Kong']],
      ['HST', '-10:00', ['America/Adak']],
      ['IDT', '+03:00', ['Asia/Jerusalem']],
      ['IST', '+01:00', ['Europe/Dublin']],
      ['IST', '+02:00', ['Asia/Jerusalem']],
      ['JST', '+09:00', ['Asia/Tokyo']],
      ['KST', '+09:00', ['Asia/Pyongyang', 'Asia/Seoul']],
      ['MSK', '+03:00', ['Europe/Kirov', 'Europe/Moscow', 'Europe/Simferopol', 'Europe/Volgograd']],
      ['MST', '-07:00', ['America/Dawson', 'America/Hermosillo', 'America/Mazatlan', 'America/Whitehorse']],
      ['PKT', '+05:00', ['Asia/Karachi']],
      ['PST', '+08:00', ['Asia/Manila']],
      ['SST', '-11:00', ['Pacific/Midway', 'Pacific/Pago_Pago']],
      ['WIB', '+07:00', ['Asia/Jakarta', 'Asia/Pontianak']],
      ['WIT', '+09:00', ['Asia/Jayapura']],
      ['WITA', '+08:00', ['Asia/Makassar']],
    ] as const
  ).flatMap(([name, offset, zones]) => zones.map((zone): [string, string] => [`${zone} ${offset}`, name])),
);

/** Zones without letters in the tz database, for which the platform has letters. */
const DIGITS_ONLY: ReadonlySet<string> = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'America/Miquelon',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Colombo',
  'Asia/Dubai',
  'Asia/Muscat',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]);

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
