import { EventFault } from './event-fault';
import type { FileZones } from './file-zones';
import { type ReadCancellation, readHead } from './read-event';
import type { FileComponent } from './split-file';

/**
 * Reads a VEVENT of a file with METHOD:CANCEL (RFC 5546, 3.2.5), which need not say when the event takes place.
 * @throws EventFault with a sentence for the caller
 */
export function readCancellation(component: FileComponent, zones: FileZones): ReadCancellation {
  const { head } = readHead(component, zones);
  if (component.lines.some((line) => /^RECURRENCE-ID;(?:[^:]*;)?RANGE=THISANDFUTURE[;:]/i.test(line)))
    throw new EventFault(
      'RANGE=THISANDFUTURE is not supported. Cancel each occurrence, or send the series with an earlier UNTIL.',
    );
  return head;
}
