import { Database } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  filterCondition,
  integer,
  type ListPage,
  type ListQuery,
  Parameters,
  text,
  timestamp,
  word,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { likePattern } from '../../../calendar/lists/like-pattern';
import type { Attendee, AttendeeStatus } from '../attendee/attendee';
import { ATTENDEE_COLUMNS } from '../attendee/attendees.repository';

export interface AttendeeFilter {
  eventId: number;
  /** Only places that this user took; undefined for all places. */
  userId: number | undefined;
  ticket: number | undefined;
  status: AttendeeStatus | undefined;
  checkedIn: boolean | undefined;
  search: string | undefined;
  query: ListQuery;
}

/** Fields by which lists of attendees can be ordered and filtered. */
export const ATTENDEE_FIELDS = defineListing({
  id: integer('attendee.id'),
  name: text('attendee.name'),
  email: text('attendee.email'),
  status: word('attendee.status'),
  ticket: integer('attendee.ticket_id'),
  date: timestamp('attendee.created_at'),
  checked_in_at: timestamp('attendee.checked_in_at'),
});

@Injectable()
export class AttendeeListing {
  constructor(private readonly database: Database) {}

  fetch(filter: AttendeeFilter): Promise<ListPage<Attendee>> {
    return fetchListing(this.database, ATTENDEE_FIELDS, filter.query, {
      select: ATTENDEE_COLUMNS,
      from: 'attendees attendee',
      where: (parameters) => conditions(filter, parameters),
    });
  }

  /** The next attendees by id: at most `size` with an id above `after`. */
  batch(filter: AttendeeFilter, after: number, size: number): Promise<Attendee[]> {
    const parameters = new Parameters();
    return this.database.query<Attendee>(
      `SELECT ${ATTENDEE_COLUMNS} FROM attendees attendee
        WHERE ${conditions(filter, parameters)} AND ${filterCondition(ATTENDEE_FIELDS, filter.query, parameters)}
          AND attendee.id > ${parameters.add(after)} ORDER BY attendee.id LIMIT ${size}`,
      parameters.values,
    );
  }
}

function conditions(
  { eventId, userId, ticket, status, checkedIn, search }: AttendeeFilter,
  parameters: Parameters,
): string {
  const all = [`attendee.event_id = ${parameters.add(eventId)}`];
  if (userId !== undefined) all.push(`attendee.user_id = ${parameters.add(userId)}`);
  if (ticket !== undefined) all.push(`attendee.ticket_id = ${parameters.add(ticket)}`);
  if (status !== undefined) all.push(`attendee.status = ${parameters.add(status)}`);
  if (checkedIn !== undefined) all.push(`attendee.checked_in_at IS ${checkedIn ? 'NOT NULL' : 'NULL'}`);
  if (search !== undefined) {
    const pattern = parameters.add(likePattern(search));
    all.push(`(fold(attendee.name) LIKE fold(${pattern}) OR fold(attendee.email) LIKE fold(${pattern}))`);
  }
  return all.join(' AND ');
}
