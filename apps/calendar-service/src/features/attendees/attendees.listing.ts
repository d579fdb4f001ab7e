import { type Actor, isAnonymous } from '@almanac/auth';
import { Database, sql } from '@almanac/database';
import {
  type Cursors,
  defineListing,
  fetchListing,
  filterCondition,
  integer,
  type ListBatch,
  type ListQuery,
  Parameters,
  text,
  timestamp,
  word,
} from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { SETTINGS, type Settings } from '../../config';
import { mayUpdate, refuse } from '../../records/access/rights';
import { EventAccess } from '../events/event-access';
import type { EventRow } from '../events/rows/event-row';
import type { Attendee } from './attendee';
import type { AttendeeStatus } from './attendee.entity';
import { AttendeeListDto } from './attendees.dto';
import { ATTENDEE_COLUMNS } from './attendees.repository';
import { readPaging, readCollectionQuery } from '../../calendar/lists/list-query';
import { likePattern } from '../../calendar/lists/search-terms';

export interface ParsedAttendeeList {
  event: EventRow;
  filter: AttendeeFilter;
  cursors: Cursors;
}

const EARLIEST_FIRST = { sort: 'id', descending: false };

/** Turns the parameters of a list into a filter. Callers who may change the event see all attendees; others see only their own places. */
@Injectable()
export class AttendeeListParser {
  constructor(
    private readonly access: EventAccess,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async parse(eventId: number, input: Record<string, unknown>, actor: Actor): Promise<ParsedAttendeeList> {
    const { value, faults } = readParameters(AttendeeListDto, input);
    const { serviceSecret: secret } = this.settings;
    const list = { definition: ATTENDEE_FIELDS, path: `events/${eventId}/attendees`, secret };
    const order = readCollectionQuery(ATTENDEE_FIELDS, input, value, EARLIEST_FIRST, faults);
    const { query, cursors } = readPaging(list, order, value, faults);
    faults.refuse();
    if (isAnonymous(actor)) refuse(actor);
    const event = await this.access.getUnchecked(eventId, actor);
    const userId = mayUpdate(actor, 'event', event) ? undefined : actor.id;
    const { ticket, status, checked_in: checkedIn, search } = value;
    return { event, filter: { eventId, userId, ticket, status, checkedIn, search, query }, cursors };
  }
}

interface AttendeeFilter {
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

  fetch(filter: AttendeeFilter): Promise<ListBatch<Attendee>> {
    return fetchListing(this.database, ATTENDEE_FIELDS, filter.query, {
      select: ATTENDEE_COLUMNS,
      from: 'attendees attendee',
      where: (parameters) => conditions(filter, parameters),
    });
  }

  /** The next attendees by id: at most `size` with an id above `after`. */
  batch(filter: AttendeeFilter, after: number, size: number): Promise<Attendee[]> {
    const parameters = new Parameters();
    return this.database.query(
      sql`SELECT ${ATTENDEE_COLUMNS} FROM attendees attendee
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
