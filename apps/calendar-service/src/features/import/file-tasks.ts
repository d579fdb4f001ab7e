import { type CalendarParts, splitFile } from '../../domain/icalendar/split-file';
import { invalidParameters } from '../../domain/parameters/parameter-faults';

/** Takes a calendar file apart. @throws Problem 400 that says where the file is broken */
export function calendarParts(bytes: Uint8Array): CalendarParts {
  const parts = splitFile(textOf(bytes));
  return 'message' in parts ? invalidParameters({ file: `Line ${parts.line}: ${parts.message}` }) : parts;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalidParameters({ file: 'A calendar file is written in UTF-8.' });
  }
}
