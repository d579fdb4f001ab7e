import { LRUCache } from 'lru-cache';
import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { windowsZone } from './windows-zones';

/** A zone by the name under which it is stored and shown, with its rules. */
export interface TimeZone {
  /** `Europe/Rome`, `UTC`, `UTC+5:30`, … as sent, apart from the letter case. */
  readonly name: string;
  /** True for `UTC±n`, which has one offset all year and no abbreviation of its own. */
  readonly isFixed: boolean;
  readonly rules: Zone;
}

export const UTC: TimeZone = { name: 'UTC', isFixed: false, rules: FixedOffsetZone.utcInstance };

const UTC_OFFSET = /^UTC([+-])(\d{1,2})(?::([0-5]\d)|\.(25|5|75))?$/i;
const ISO_OFFSET = /^([+-])(\d\d)(?::?([0-5]\d))?$/;
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;

/** One-word names of the tz database. Other single words that the platform knows (`PST`, `ACT`) are abbreviations, which are ambiguous. */
const ONE_WORD =
  /^(?:UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu|EST|MST|HST|CET|MET|EET|WET|EST5EDT|CST6CDT|MST7MDT|PST8PDT|PRC|ROC|ROK|W-SU|GB|GB-Eire|NZ|NZ-CHAT|Cuba|Egypt|Eire|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|Navajo|Poland|Portugal|Singapore|Turkey)$/i;

/** By spelling. The platform takes a millisecond and more to look up the rules of a zone. */
const zonesBySpelling = new LRUCache<string, TimeZone>({ max: 1_000 });

/**
 * Reads a zone (calendar-behaviour §5.4, §7.2):
 * - a name of the tz database in any letter case, or a name that Windows uses;
 * - `UTC`, `UTC±H`, `UTC±H:MM`, `UTC±H.5` (`.25`, `.75`) from −12 to +14, or an offset in the form of ISO 8601;
 * - an empty text for the zone of the site.
 * @returns undefined for anything else, e.g. `Mars/Base`, `UTC+15`, `PST`
 */
export function parseTimeZone(text: string, siteZone: TimeZone = UTC): TimeZone | undefined {
  const spelling = text.trim();
  return spelling === '' ? siteZone : (zonesBySpelling.get(spelling) ?? addZone(spelling));
}

function addZone(sent: string): TimeZone | undefined {
  // A copy, because a slice would keep the whole text around it, such as a calendar file.
  const spelling = Buffer.from(sent).toString();
  const name = withoutIsoOffset(spelling);
  const zone = /^utc$/i.test(name) ? UTC : (fixedZone(name) ?? namedZone(name) ?? namedZone(windowsZone(name) ?? ''));
  if (zone) zonesBySpelling.set(spelling, zone);
  return zone;
}

/** `+05:30` becomes `UTC+5:30`, the one form in which offsets are stored; other texts stay. */
function withoutIsoOffset(text: string): string {
  const [, sign, hours, minutes = '00'] = ISO_OFFSET.exec(text) ?? [];
  if (hours === undefined) return text;
  if (Number(hours) === 0 && minutes === '00') return UTC.name;
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

function fixedZone(name: string): TimeZone | undefined {
  const [, sign, hours, minutes, fraction] = UTC_OFFSET.exec(name) ?? [];
  if (hours === undefined) return undefined;
  const size = Number(hours) * 60 + Number(minutes ?? 0) + Number(`0.${fraction ?? 0}`) * 60;
  const offset = sign === '-' ? -size : size;
  if (offset < MIN_OFFSET || offset > MAX_OFFSET) return undefined;
  return { name: name.toUpperCase(), isFixed: true, rules: FixedOffsetZone.instance(offset) };
}

function namedZone(name: string): TimeZone | undefined {
  // `SystemV/…` is the platform's own and no part of the tz database.
  const looksRight = name.includes('/')
    ? /^(?!SystemV\/)[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/i.test(name)
    : ONE_WORD.test(name);
  if (!looksRight || !IANAZone.isValidZone(name)) return undefined;
  // The rules use the platform's own spelling, so that luxon's cache does not grow with every spelling that clients send.
  const platformName = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  return {
    name: platformName.toLowerCase() === name.toLowerCase() ? platformName : name,
    isFixed: false,
    rules: IANAZone.create(platformName),
  };
}
