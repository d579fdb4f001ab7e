import type { Actor } from '@almanac/auth';
import { mayUpdate } from '../../../records/access/rights';
import { shownVersion, type VersionedRow } from '../../../records/shown/shown-version';
import { publicCount } from '../../terms/terms.repository';
import type { EventRow, FullEvent } from '../event-row';

/** The facts that decide about access to an event, and that its presented form depends on. */
export interface EventOutline
  extends
    VersionedRow,
    Pick<EventRow, 'authorId' | 'status' | 'statusBeforeTrash' | 'passwordHash' | 'occurrenceId' | 'distance'> {
  /** Counts of the terms and figures of the tickets, which change without a change of the event. */
  figures: string | null;
}

const TERM_FIGURES = `(SELECT string_agg(concat(link.term_id, ':', ${publicCount('link.term_id')}), ' ' ORDER BY link.term_id)
  FROM event_terms link WHERE link.event_id = event.id)`;

const TICKET_FIGURES = `(SELECT string_agg(ticket.figures, ' ' ORDER BY ticket.figures) FROM (
  SELECT concat(price, '/', currency, '/', capacity, '/', per_occurrence, '/', sold, '/', checked_in) COLLATE "C" AS figures
    FROM tickets WHERE event_id = event.id) ticket)`;

/** The version of an event and its figures, of table alias `event`. */
export const VERSION_COLUMNS = `${shownVersion('event', 'event')},
  concat(${TERM_FIGURES}, '; ', CASE WHEN event.ticketed THEN ${TICKET_FIGURES} END) AS figures`;

/** Columns of an `EventOutline`, of table aliases `event` and `occurrence`. */
export const OUTLINE_COLUMNS = `event.id, event.author_id AS "authorId", event.status, event.status_before_trash AS "statusBeforeTrash",
  event.password_hash AS "passwordHash", occurrence.id AS "occurrenceId", ${VERSION_COLUMNS}`;

/** An event with all columns, and its version from the same statement. */
export type VersionedEvent = EventRow & Pick<EventOutline, 'version' | 'figures'>;

/** The figures of loaded parts, in the form in which the database computes them. */
export function figuresOf({ row, terms, tickets }: FullEvent): string {
  const ofTerms = [...terms].sort((a, b) => a.id - b.id).map(({ id, count }) => `${id}:${count}`);
  const ofTickets = tickets.map(({ price, currency, capacity, perOccurrence, sold, checkedIn }) =>
    [price, currency, capacity, perOccurrence ? 't' : 'f', sold, checkedIn].join('/'),
  );
  return `${ofTerms.join(' ')}; ${row.ticketed ? ofTickets.sort().join(' ') : ''}`;
}

/** The form of an event in lists, in lists without its password, and in answers about the event alone. */
export type Form = 'list' | 'locked' | 'single';

/** The key of the event's text for this caller; undefined when its version is unknown. */
export function textKey(event: EventOutline, form: Form, actor: Actor): string | undefined {
  if (event.version === null) return undefined;
  // Only callers who may change the event see its attendance.
  const view = mayUpdate(actor, 'event', event) ? 'editor' : 'reader';
  return `event ${event.id}/${event.occurrenceId} ${form} ${view} ${event.version} ${event.figures}`;
}
