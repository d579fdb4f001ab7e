import type { TimeZone } from '../../time-zones/time-zone';
import { FileZones } from './file-zones';
import { linesOf, type ReadCancellation, readEvent, type ReadEvent, readHead } from './read-event';
import { type BrokenFile, EventFault, type FileComponent, type OtherComponent, splitFile } from './split-file';

/** An event of a file, and the line at which it begins. */
export type ReadEntry = { line: number } & (
  { read: ReadEvent } | { cancelled: ReadCancellation } | { uid: string; fault: string }
);

/** The events of a calendar file, and its components that are no events. */
export interface ReadFile {
  readonly entries: ReadEntry[];
  /** Its other components, which are not imported. */
  readonly ignored: readonly OtherComponent[];
}

/** Methods that send events in their present state (RFC 5546, 3.2). A file without a method counts as PUBLISH. */
const TELLING = ['PUBLISH', 'REQUEST'];

/** Why files with other methods are refused. */
const REFUSALS: Readonly<Record<string, string>> = {
  REPLY: 'METHOD:REPLY answers an invitation, and this calendar sends none.',
  COUNTER: 'METHOD:COUNTER proposes another time, which only the organizer can accept. Change the event instead.',
  DECLINECOUNTER: 'METHOD:DECLINECOUNTER answers a proposal, and this calendar makes none.',
  REFRESH: 'METHOD:REFRESH asks for an event. Read its calendar file instead.',
  ADD: 'METHOD:ADD names occurrences without their series. Send the whole series with METHOD:PUBLISH.',
};

/** Reads a calendar file. Work is proportional to its length. */
export function readCalendar(text: string, siteZone: TimeZone): ReadFile | BrokenFile {
  const parts = splitFile(text);
  if ('message' in parts) return parts;
  const refused = parts.events.find(({ method }) => !TELLING.includes(method) && method !== 'CANCEL');
  const refusedMethod = refused?.method ?? parts.methods.find((method) => method in REFUSALS);
  if (refusedMethod !== undefined)
    return {
      line: refused?.line ?? 1,
      message: REFUSALS[refusedMethod] ?? `METHOD:${refusedMethod.slice(0, 50)} is unknown.`,
    };
  const scale = parts.properties.get('CALSCALE')?.trim() ?? '';
  if (!/^(?:GREGORIAN)?$/i.test(scale))
    return {
      line: 1,
      message: `CALSCALE:${scale.slice(0, 50)} is not supported. Send dates of the Gregorian calendar.`,
    };
  const zones = new FileZones(parts, siteZone);
  return { entries: parts.events.map((component) => readEntry(component, zones)), ignored: [...parts.others.values()] };
}

function readEntry(component: FileComponent, zones: FileZones): ReadEntry {
  const { line, method } = component;
  try {
    // RFC 5546, 3.2.5: a cancellation need not say when the event takes place.
    return method === 'CANCEL'
      ? { line, cancelled: readHead(linesOf(component), component, zones) }
      : { line, read: readEvent(component, zones) };
  } catch (failure) {
    if (!(failure instanceof EventFault)) throw failure;
    return { line, uid: uidOf(component), fault: failure.message };
  }
}

function uidOf({ lines }: FileComponent): string {
  const line = lines.find((text) => /^UID[:;]/i.test(text)) ?? '';
  return /^UID[^:]*:(.*)$/i.exec(line)?.[1]?.slice(0, 1_000) ?? '';
}
