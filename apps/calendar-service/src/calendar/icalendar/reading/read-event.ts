import type ICAL from 'ical.js';
import { isEmail } from '../../parameters/rules';
import type { CalendarEvent, CalendarTimes, Recurrence } from '../calendar-event';
import type { FileZones } from './file-zones';
import { firstValueOf, parsedLines, valuesOf } from './parsed-lines';
import { readClocks, readMoment, readTimes } from './read-times';
import { type KeptKind, type KeptLines, readKeptLines } from '../kept-lines';
import { htmlToText, textToHtml } from '../html-text';
import { EventFault, type FileComponent } from './split-file';
import { clockIn, type WrittenClock } from './written-clock';

/** An event that a file cancels. */
export interface ReadCancellation {
  readonly uid: string;
  readonly sequence: number;
  /** Time of this version, if the file gives it. */
  readonly modifiedAt?: Date | undefined;
  /** Start of the occurrence of a series that it replaces. */
  readonly replaces?: WrittenClock | undefined;
}

/** An event of a file; members that the file does not mention are absent. It can be copied to another thread. */
export interface ReadEvent extends ReadCancellation {
  readonly times: CalendarTimes;
  /** False for days, and for times in UTC without X-ALMANAC-TZID: the event's zone cannot be derived from them. */
  readonly isZoneNamed: boolean;
  readonly recurrence?: Recurrence | undefined;
  readonly title: string;
  /** The HTML to store, and the text that a calendar file then has for it. */
  readonly description?: { readonly html: string; readonly lines: string } | undefined;
  readonly state: CalendarEvent['state'];
  readonly isDraft: boolean;
  readonly isPrivate?: boolean | undefined;
  readonly location?: string | undefined;
  readonly place?: CalendarEvent['place'];
  readonly categories?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly organizer?: CalendarEvent['organizer'];
  /** Lines to export again. */
  readonly kept: KeptLines;
  /** Kinds of lines that are too long or malformed. */
  readonly leftOut: readonly KeptKind[];
}

const MAX_UID_LENGTH = 1_000;
/** The properties that are read by the library; it refuses rules that differ from the standard in blanks or letter case. */
const READ =
  /^(?:BEGIN|END|UID|SEQUENCE|DTSTAMP|LAST-MODIFIED|DTSTART|DTEND|DURATION|EXDATE|RDATE|RECURRENCE-ID|SUMMARY|DESCRIPTION|X-ALT-DESC|STATUS|X-ALMANAC-STATUS|X-ALMANAC-TZID|X-ALMANAC-DRAFT|CLASS|LOCATION|GEO|CATEGORIES|URL|ORGANIZER)[;:]/i;

/**
 * Reads a VEVENT.
 * @throws EventFault with a sentence for the caller
 */
export function readEvent(component: FileComponent, zones: FileZones): ReadEvent {
  const { vevent, head } = readHead(component, zones);
  const text = (name: string): string | undefined => textOf(firstValueOf(vevent, name));
  const { times, isZoneNamed } = readTimes(vevent, zones);
  return {
    ...head,
    times,
    isZoneNamed,
    recurrence: readRecurrence(vevent, component.lines, times, zones),
    title: text('summary')?.trim() || 'Untitled', // RFC 5545 does not ask for a summary.
    description: descriptionOf(htmlDescription(vevent) ?? text('description')),
    ...readKeptLines(component),
    state: stateOf(text('status'), text('x-almanac-status')),
    isDraft: text('x-almanac-draft')?.toUpperCase() === 'TRUE',
    isPrivate: text('class') === undefined ? undefined : text('class')?.toUpperCase() !== 'PUBLIC',
    location: text('location')?.replace(/\s+/g, ' ').trim(),
    place: placeOf(firstValueOf(vevent, 'geo')),
    categories: categoriesOf(vevent),
    url: text('url'),
    organizer: organizerOf(vevent.getFirstProperty('organizer')),
  };
}

/** @throws EventFault for a component that is malformed or has no valid UID */
export function readHead(
  component: FileComponent,
  zones: FileZones,
): { vevent: ICAL.Component; head: ReadCancellation } {
  if (component.fault !== undefined) throw new EventFault(component.fault);
  const vevent = parsed(component.lines.filter((line) => READ.test(line)));
  const text = (name: string): string | undefined => textOf(firstValueOf(vevent, name));
  const uid = text('uid')?.trim();
  if (!uid) throw new EventFault('A VEVENT needs a UID.');
  if (Buffer.byteLength(uid) > MAX_UID_LENGTH) throw new EventFault(`A UID may have ${MAX_UID_LENGTH} octets at most.`);
  const head = {
    uid,
    sequence: readSequence(text('sequence')),
    modifiedAt: readMoment(vevent, 'last-modified') ?? readMoment(vevent, 'dtstamp'),
    replaces: readClocks(vevent, 'recurrence-id', zones).at(0),
  };
  return { vevent, head };
}

/** X-ALT-DESC, by which calendar programs send a description with markup. Its value is a text, which the library does not know. */
function htmlDescription(vevent: ICAL.Component): string | undefined {
  const property = vevent
    .getAllProperties('x-alt-desc')
    .find((one) => /^text\/html$/i.test(one.getFirstParameter('fmttype')));
  const value = property && textOf(valuesOf(property).at(0));
  const text =
    property?.type === 'text'
      ? value
      : value?.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
  return text?.trim() === '' ? undefined : text;
}

function descriptionOf(text: string | undefined): ReadEvent['description'] {
  if (text === undefined) return undefined;
  const html = textToHtml(text);
  return { html, lines: htmlToText(html) };
}

function parsed(lines: readonly string[]): ICAL.Component {
  try {
    return parsedLines(lines);
  } catch (failure) {
    throw new EventFault(failure instanceof Error ? failure.message.slice(0, 200) : 'It cannot be read.');
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function readSequence(text: string | undefined): number {
  const sequence = Number(text ?? 0);
  return Number.isInteger(sequence) && sequence >= 0 && sequence < 2 ** 31 ? sequence : 0;
}

function stateOf(status: string | undefined, own: string | undefined): CalendarEvent['state'] {
  if (status?.toUpperCase() === 'CANCELLED') return 'canceled';
  return own?.toUpperCase() === 'POSTPONED' ? 'postponed' : 'scheduled';
}

/** Does not validate the rule. */
function readRecurrence(
  vevent: ICAL.Component,
  lines: readonly string[],
  times: CalendarTimes,
  zones: FileZones,
): Recurrence | undefined {
  const written = lines
    .filter((line) => /^RRULE[:;]/i.test(line))
    .map((line) => line.slice(line.indexOf(':') + 1).trim());
  // Programs write the line of a rule twice.
  const rules = [...new Map(written.map((rule) => [partsInOrder(rule), rule])).values()];
  if (rules.length > 1) throw new EventFault('It has two rules of recurrence.');
  const zone = zones.named(times.timezone) ?? zones.floating;
  const [without, besides] = ['exdate', 'rdate'].map((name) =>
    [...new Set(readClocks(vevent, name, zones).map((written) => clockIn(written, zone)))].sort(),
  );
  if (rules.length === 0 && besides?.length === 0) return undefined;
  return { rule: rules[0] ?? null, without: without ?? [], besides: besides ?? [] };
}

const partsInOrder = (rule: string): string =>
  rule.replace(/\s+/g, '').toUpperCase().split(';').filter(Boolean).sort().join(';');

function placeOf(value: unknown): CalendarEvent['place'] {
  const [latitude, longitude] = Array.isArray(value) ? value.map(Number) : [];
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function categoriesOf(vevent: ICAL.Component): string[] | undefined {
  const properties = vevent.getAllProperties('categories');
  const names = properties.flatMap((property) => valuesOf(property).flatMap((value) => textOf(value) ?? []));
  return properties.length === 0
    ? undefined
    : [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function organizerOf(property: ICAL.Property | null): CalendarEvent['organizer'] {
  const email =
    textOf(property && valuesOf(property).at(0))
      ?.replace(/^mailto:/i, '')
      .trim() ?? '';
  if (email.length > 320 || !isEmail(email)) return undefined;
  const name: unknown = property?.getFirstParameter('cn');
  return { email, name: (typeof name === 'string' ? name.trim() : '') || email };
}
