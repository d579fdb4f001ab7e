import { Problem } from '@almanac/errors';
import { isPlainObject } from '@almanac/validation';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';

/** An event that an import created or changed, as the report names it. */
export interface Imported {
  uid: string;
  /** Start of the occurrence that this event replaces or cancels. */
  recurrence_id?: string;
  /** Absent from new events of a dry run. */
  id?: number;
  /**
   * Parts of the file that the event lacks, wholly or in part: `categories`, `location` or `organizer` that the caller may not add; `attendees`,
   * `attachments` or `alarms` that do not fit; and properties and components by their names in lower case.
   */
  left_out?: string[];
}

/** The members by which a report names an event. */
export type Named = Pick<Imported, 'uid' | 'recurrence_id' | 'id'>;

export interface Skipped extends Named {
  reason: string;
}

export interface Failed {
  uid: string;
  /** The line of the file on which the event begins. */
  line: number;
  message: string;
}

/** Result for one event. */
export type Outcome =
  | { what: 'created'; of: Imported }
  | { what: 'updated'; of: Imported }
  | { what: 'skipped'; of: Skipped }
  | { what: 'failed'; of: Failed };

export const NOT_HERE = 'It is not here.';
export const EXCLUDED = 'An EXDATE of its series leaves it out.';
export const IN_TRASH = 'It is in the trash.';
export const UNCHANGED = 'It is here already.';
export const OUTDATED = 'What is here is newer.';

export const skipped = (named: Named, reason: string): Outcome => ({ what: 'skipped', of: { ...named, reason } });

/** Runs the work; a refusal of the API becomes a fault of this event alone. */
export async function asFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status >= 500) throw failure;
    const details: unknown = failure.details.data?.['details'];
    const reasons = isPlainObject(details)
      ? Object.values(details).flatMap((detail) => (isPlainObject(detail) ? [String(detail['message'])] : []))
      : [];
    throw new EventFault(reasons.length === 0 ? failure.message : reasons.join(' '));
  }
}
