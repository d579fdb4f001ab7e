import { serialize } from 'node:v8';
import { readCalendar, type ReadFile } from '../../calendar/icalendar/reading/read-calendar';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import { refuseParameter } from '../../calendar/parameters/parameter-faults';

export interface EntriesOfFile {
  batches: Uint8Array[];
  ignored: ReadFile['ignored'];
}

/** Copying a batch between threads takes a few milliseconds. */
const BATCH_BYTES = 500_000;

/**
 * Parses a calendar file.
 * @returns lists of `ReadEntry` in the form of `v8.serialize`, so that the caller can read one after the other and answer requests in between;
 * and the components that are not imported
 * @throws Problem 400 with the line of the file that is broken
 */
export function calendarEntries({ bytes, siteZone }: { bytes: Uint8Array; siteZone: string }): EntriesOfFile {
  const read = readCalendar(textOf(bytes), storedZone(siteZone));
  if ('message' in read) return refuseParameter('file', `Line ${read.line}: ${read.message}`);
  const { entries, ignored } = read;
  const batches: Uint8Array[] = [];
  for (let first = 0; first < entries.length;) {
    let [size, end] = [0, first];
    while (end < entries.length && size < BATCH_BYTES) size += serialize(entries[end++]).length;
    batches.push(serialize(entries.slice(first, end)));
    first = end;
  }
  return { batches, ignored };
}

/** Characters that a calendar file may not have (RFC 5545, 3.1). The database stores no NUL, and exported files have none of them. */
const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes) ?? decoded(withWholeCharacters(bytes));
  return text ?? refuseParameter('file', 'A calendar file is written in UTF-8.');
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(CONTROLS, '');
  } catch {
    return undefined;
  }
}

/** Programs may fold a line within a character (RFC 5545, 3.1): the rest of the character moves before the line break. */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  const octets = Buffer.from(bytes).toString('latin1');
  return Buffer.from(octets.replace(/(\r?\n[ \t])([\x80-\xbf]{1,3})/g, '$2$1'), 'latin1');
}
