import { serialize } from 'node:v8';
import { readCalendar } from '../../calendar/icalendar/reading/read-calendar';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import { refuseParameter } from '../../calendar/parameters/parameter-faults';

/** Copying a batch between threads takes a few milliseconds. */
const BATCH_BYTES = 500_000;

/**
 * Parses a calendar file.
 * @returns lists of `ReadEntry` in the form of `v8.serialize`, so that the caller can read one after the other and answer requests in between
 * @throws Problem 400 with the line of the file that is broken
 */
export function calendarEntries({ bytes, siteZone }: { bytes: Uint8Array; siteZone: string }): Uint8Array[] {
  const entries = readCalendar(textOf(bytes), storedZone(siteZone));
  if (!Array.isArray(entries)) return refuseParameter('file', `Line ${entries.line}: ${entries.message}`);
  const batches: Uint8Array[] = [];
  for (let first = 0; first < entries.length;) {
    let [size, end] = [0, first];
    while (end < entries.length && size < BATCH_BYTES) size += serialize(entries[end++]).length;
    batches.push(serialize(entries.slice(first, end)));
    first = end;
  }
  return batches;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuseParameter('file', 'A calendar file is written in UTF-8.');
  }
}
