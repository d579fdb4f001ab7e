import { createHash } from 'node:crypto';
import { isEmail, isWebAddress } from '../../parameters/rules';
import type { CalendarEvent, CalendarTimes, CalendarRecurrence } from '../calendar-event';
import { EventLines, type ReadProperty, textOf } from './event-lines';
import type { FileZones } from './file-zones';
import { readKeptLines, unreadParts } from './read-kept-lines';
import { readMoment, readRecurrenceLines, readReplaced, readTimes } from './read-times';
import type { KeptLines } from '../kept-lines';
import { partsOf } from '../line-parts';
import { htmlToText, textToHtml } from '../../rendering/html-text';
import { EventFault, type FileComponent } from './split-file';
import type { WrittenClock } from './written-time';

/** An event that a file cancels. */
export interface ReadCancellation {
  readonly uid: string;
  readonly sequence: number;
  /** Time of this version, if the file gives it. */
  readonly modifiedAt?: Date | undefined;
  /** Start of the occurrence of a series that it replaces. */
  readonly replaces?: WrittenClock | undefined;
  /** With all later occurrences (RFC 5545, 3.2.13). */
  readonly isFollowing?: boolean | undefined;
}

/** An event of a file; members that the file does not mention are absent. It can be copied to another thread. */
export interface ReadEvent extends ReadCancellation {
  readonly times: CalendarTimes;
  /** False for days, and for times in UTC without X-ALMANAC-TZID: the event's zone cannot be derived from them. */
  readonly isZoneNamed: boolean;
  readonly recurrence?: CalendarRecurrence | undefined;
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
  /** Parts of the file that the event does not have, in lower case: kinds of lines, or names of properties. */
  readonly leftOut: readonly string[];
}

const MAX_UID_LENGTH = 1_000;
/** Below the highest integer of the database, because each change made here raises the stored number. */
const MAX_SEQUENCE = 2_000_000_000;
const MAX_NAMES = 30;
const MAX_NAME_LENGTH = 100;

/**
 * Reads a VEVENT.
 * @throws EventFault with a sentence for the caller
 */
export function readEvent(component: FileComponent, zones: FileZones): ReadEvent {
  const event = linesOf(component);
  const head = readHead(event, component, zones);
  const { times, isZoneNamed } = readTimes(event, zones);
  const { kept, leftOut } = readKeptLines(component);
  const [url, location, secrecy] = [urlOf(event), event.text('LOCATION'), event.text('CLASS')];
  const read = {
    ...head,
    times,
    isZoneNamed,
    recurrence: readRecurrenceLines(event, times, zones),
    title: event.text('SUMMARY')?.trim() || 'Untitled', // RFC 5545 does not ask for a summary.
    description: descriptionOf(htmlDescription(event) ?? event.text('DESCRIPTION')),
    kept,
    state: stateOf(event),
    isDraft: isDraft(event),
    isPrivate: secrecy === undefined ? undefined : secrecy.toUpperCase() !== 'PUBLIC',
    location: location?.replace(/\s+/g, ' ').trim(),
    place: placeOf(event),
    categories: categoriesOf(event),
    url,
    organizer: organizerOf(event),
  };
  return { ...read, leftOut: reported([...leftOut, ...event.leftOut, ...unreadParts(event)]) };
}

/** Reads the UID and the version of a VEVENT. @throws EventFault for a malformed component, or a UID that is too long */
export function readHead(event: EventLines, component: FileComponent, zones: FileZones): ReadCancellation {
  const uid = event.text('UID')?.trim() || uidOfContent(event, component);
  if (Buffer.byteLength(uid) > MAX_UID_LENGTH) throw new EventFault(`A UID may have ${MAX_UID_LENGTH} octets at most.`);
  return {
    uid,
    sequence: readSequence(event.text('SEQUENCE')),
    modifiedAt: readMoment(event, 'LAST-MODIFIED', zones) ?? readMoment(event, 'DTSTAMP', zones),
    replaces: readReplaced(event, zones),
    ...(isRange(event) && { isFollowing: true }),
  };
}

/** A report names each part once, and not more than a reader can take in. */
function reported(names: readonly string[]): string[] {
  const each = [...new Set(names.map((name) => name.slice(0, MAX_NAME_LENGTH)))];
  return each.length > MAX_NAMES ? [...each.slice(0, MAX_NAMES), 'others'] : each;
}

/** @throws EventFault for a component that cannot be read at all */
export function linesOf({ fault, lines }: FileComponent): EventLines {
  if (fault !== undefined) throw new EventFault(fault);
  return new EventLines(lines);
}

/** Lines that differ between exports of one event. */
const OF_EXPORT = /^(?:UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE)[;:]/i;

/** A UID that is the same in each file with this event, so that a second import finds the event. */
function uidOfContent(event: EventLines, { lines, method }: FileComponent): string {
  if (method === 'CANCEL' || event.lines('RECURRENCE-ID').length > 0) throw new EventFault('A VEVENT needs a UID.');
  const content = lines.filter((line) => !OF_EXPORT.test(line)).map((line) => line.trim());
  return `${createHash('sha256').update(content.sort().join('\n')).digest('hex').slice(0, 32)}@without-uid.invalid`;
}

const isRange = (event: EventLines): boolean =>
  event
    .lines('RECURRENCE-ID')
    .flatMap((line) => partsOf(line).parameters)
    .some((parameter) => /^RANGE="?THISANDFUTURE"?$/i.test(parameter));

/** X-ALT-DESC, by which calendar programs send a description with markup. Its value is a text, which the library does not know. */
function htmlDescription(event: EventLines): string | undefined {
  const properties = event.properties('X-ALT-DESC');
  const html = properties.find((one) => /^text\/html$/i.test(one.parameter('fmttype') ?? ''));
  if (properties.length > (html ? 1 : 0)) event.leftOut.add('x-alt-desc');
  const value = textOf(html?.values.at(0));
  const text =
    html?.type === 'text'
      ? value
      : value?.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
  return text?.trim() === '' ? undefined : text;
}

function descriptionOf(text: string | undefined): ReadEvent['description'] {
  if (text === undefined) return undefined;
  const html = textToHtml(text);
  return { html, lines: htmlToText(html) };
}

function readSequence(text: string | undefined): number {
  const sequence = Number(text ?? 0);
  return Number.isInteger(sequence) && sequence >= 0 ? Math.min(sequence, MAX_SEQUENCE) : 0;
}

const isDraft = (event: EventLines): boolean => event.text('X-ALMANAC-DRAFT')?.toUpperCase() === 'TRUE';

/** Events have no state for TENTATIVE, which the calendar itself writes for postponed events and drafts. */
function stateOf(event: EventLines): CalendarEvent['state'] {
  const status = event.text('STATUS')?.trim().toUpperCase() ?? '';
  if (status === 'CANCELLED') return 'canceled';
  if (event.text('X-ALMANAC-STATUS')?.toUpperCase() === 'POSTPONED') return 'postponed';
  if (status !== '' && status !== 'CONFIRMED' && !isDraft(event)) event.leftOut.add('status');
  return 'scheduled';
}

/** Only a new venue gets a place, so a place needs a location. */
function placeOf(event: EventLines): CalendarEvent['place'] {
  const property = event.properties('GEO').at(0);
  if (!property) return undefined;
  const value = property.values.at(0);
  const [latitude = NaN, longitude = NaN] = Array.isArray(value) ? value.map(Number) : [];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && event.lines('LOCATION').length > 0)
    return { latitude, longitude };
  event.leftOut.add('geo');
  return undefined;
}

function categoriesOf(event: EventLines): string[] | undefined {
  const properties = event.properties('CATEGORIES');
  const names = properties.flatMap(({ values }) => values.flatMap((value) => textOf(value) ?? []));
  return properties.length === 0
    ? undefined
    : [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function urlOf(event: EventLines): string | undefined {
  const url = event.text('URL');
  if (url !== undefined && url !== '' && !isWebAddress(url)) event.leftOut.add('url');
  return url;
}

function organizerOf(event: EventLines): CalendarEvent['organizer'] {
  const property = event.properties('ORGANIZER').at(0);
  if (!property) return undefined;
  // Apple writes its own address of the person, with the e-mail address in a parameter (RFC 7986, 6.2).
  const email = [addressOf(property), property.parameter('email')?.trim() ?? ''].find(isAddress) ?? '';
  if (email === '') {
    event.leftOut.add('organizer');
    return undefined;
  }
  return { email, name: property.parameter('cn')?.trim() || email };
}

const MAX_EMAIL_LENGTH = 320;
const isAddress = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && isEmail(text);

const addressOf = ({ values }: ReadProperty): string =>
  textOf(values.at(0))
    ?.replace(/^mailto:/i, '')
    .trim() ?? '';
