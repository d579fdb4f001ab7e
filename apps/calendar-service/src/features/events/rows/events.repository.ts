import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, type Sql, sql } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { isWithin } from '../../../calendar/database/ancestors';
import { visibleTo } from '../../../records/access/head-sql';
import { type RecordRef, refClause, refText, refuseUnknownSlug, refValue } from '../../../records/access/record-ref';
import type { RecordHead } from '../../../records/record/record';
import { StoredEvent } from '../../../records/record/record.entity';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { TERM_COLUMNS } from '../../terms/terms.repository';
import { VENUE } from '../../venues/venue.kind';
import { EVENT_COLUMNS, type EventRow, type FullEvent } from './event-row';
import { linkedRecords } from '../../../records/queries/event-links';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { RecordsRepository } from '../../../records/queries/records.repository';

/** An event read by itself shows its own start and end, even when that occurrence was deleted or replaced. */
const FIRST_TIME = `CROSS JOIN LATERAL (
  SELECT event.starts_local, event.ends_local, tstzrange(event.starts_at, event.ends_at, '[]') AS during,
    (SELECT id FROM occurrences WHERE event_id = event.id AND starts_local = event.starts_local) AS id) occurrence`;

type LinkedParts = Pick<FullEvent, 'venues' | 'organizers' | 'terms'>;

type LinkedJson = { [Part in keyof LinkedParts]: LinkedParts[Part] | null };

const LINKED = selectComputed<LinkedJson>({
  venues: linkedRecords(VENUE, 'event.id'),
  organizers: linkedRecords(ORGANIZER, 'event.id'),
  terms: `(SELECT json_agg(counted ORDER BY fold(counted.name), counted.id) FROM event_terms link
    JOIN counted ON counted.id = link.term_id WHERE link.event_id = event.id)`,
});

/**
 * These columns of events, and their linked parts. Many events share few terms, so each term is counted once.
 * @param events a table or a list of ids, named `event`
 */
function linkedSql<Row>(columns: Sql<Row>, events: string, isOfThese: string): Sql<Row & LinkedJson> {
  const counted = `SELECT ${TERM_COLUMNS} FROM terms term WHERE term.id IN (SELECT term_id FROM event_terms WHERE event_id ${isOfThese})`;
  return sql`WITH counted AS MATERIALIZED (${counted}) SELECT ${columns}, ${LINKED} FROM ${events}`;
}

const partsOf = ({ venues, organizers, terms }: LinkedJson): LinkedParts => ({
  venues: (venues ?? []).map(withDates),
  organizers: (organizers ?? []).map(withDates),
  terms: terms ?? [],
});

/** JSON has dates as texts. */
const withDates = <Row extends RecordHead>(row: Row): Row => ({
  ...row,
  publishedAt: row.publishedAt && new Date(row.publishedAt),
  createdAt: new Date(row.createdAt),
  modifiedAt: new Date(row.modifiedAt),
});

/** Queries about single events. */
@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  async find(ref: RecordRef): Promise<EventRow | undefined> {
    const [row] = await this.database.query(findSql(ref), [refValue(ref)]);
    return row;
  }

  /** As `find`, with a row lock until the open transaction ends. */
  async lock(ref: RecordRef): Promise<EventRow | undefined> {
    // A statement that waits for the lock joins the new event with its former occurrences. So a second statement reads the row.
    const [existing] = await this.database.query(
      sql`SELECT ${EVENT_ID} FROM events event WHERE ${refClause(ref, 'event')} FOR UPDATE`,
      [refValue(ref)],
    );
    return existing && this.find({ id: existing.id });
  }

  /** The events among these ids that this caller finds in lists. */
  findListed(ids: readonly number[], actor: Actor): Promise<EventRow[]> {
    const parameters = new Parameters();
    return this.database.query(
      sql`SELECT ${EVENT_COLUMNS} FROM events event ${FIRST_TIME} WHERE event.id = ANY(${parameters.add(ids)})
        AND NOT event.hide_from_listings AND ${visibleTo(actor, 'event', 'event', undefined, parameters)}`,
      parameters.values,
    );
  }

  /** Whether `id` is `ancestorId` or one of its descendants. */
  isWithin(id: number, ancestorId: number): Promise<boolean> {
    return isWithin(this.database, 'events', id, ancestorId);
  }

  /** The event with the records and terms shown inside it, by one statement. */
  async findWithLinked(id: number): Promise<(LinkedParts & { row: EventRow }) | undefined> {
    const [found] = await this.database.query(WITH_LINKED, [id]);
    if (!found) return undefined;
    const { venues, organizers, terms, ...row } = found;
    return { row, ...partsOf({ venues, organizers, terms }) };
  }

  /** The records and terms shown inside these events. */
  async findLinked(ids: readonly number[]): Promise<Map<number, LinkedParts>> {
    // PostgreSQL expects ten ids in a list, so it would plan the statement of one event anew each time.
    const [events, isOfThese] =
      ids.length === 1
        ? ['(SELECT ($1::int[])[1] AS id) AS event', '= ($1::int[])[1]']
        : ['unnest($1::int[]) AS event (id)', '= ANY($1)'];
    const rows = await this.database.query(linkedSql(EVENT_ID, events, isOfThese), [ids]);
    return new Map(rows.map((row) => [row.id, partsOf(row)]));
  }

  /** Without an access check. */
  findByIds(ids: readonly number[]): Promise<EventRow[]> {
    return this.database.query(sql`SELECT ${EVENT_COLUMNS} FROM events event ${FIRST_TIME} WHERE event.id = ANY($1)`, [
      ids,
    ]);
  }
}

const EVENT_ID = selectColumns(StoredEvent, 'event', 'id');
const WITH_LINKED = sql`${linkedSql(EVENT_COLUMNS, `events event ${FIRST_TIME}`, '= $1')} WHERE event.id = $1`;

const findSql = (ref: RecordRef) =>
  sql`SELECT ${EVENT_COLUMNS} FROM events event ${FIRST_TIME} WHERE ${refClause(ref, 'event')}`;

/** Loads events with the records shown inside them, and throws the matching error for unknown ones (calendar-behaviour §5.2). */
@Injectable()
export class EventLoader {
  constructor(
    private readonly events: EventsRepository,
    private readonly records: RecordsRepository,
    private readonly tickets: TicketsRepository,
  ) {}

  /** @throws Problem as `missing`; the reference checks slugs first, except for changes */
  async get(ref: RecordRef): Promise<EventRow> {
    return (await this.events.find(ref)) ?? this.throwUnknown(ref);
  }

  /** As `get`, with a row lock until the open transaction ends. */
  async lock(ref: RecordRef): Promise<EventRow> {
    return (await this.events.lock(ref)) ?? this.throwUnknown(ref);
  }

  /** @throws Problem 404, or 400 when the id is that of another kind of record */
  async throwMissing(ref: RecordRef): Promise<never> {
    if ('id' in ref && (await this.records.kindOf(ref.id)) !== undefined)
      throw new Problem(400, 'The specified ID is not a valid event.', { code: 'rest-invalid-event-id' });
    throw new Problem(404, `Event ${refText(ref)} does not exist.`, { code: 'rest-event-not-found' });
  }

  /** Takes one query, and one more when the event has tickets. */
  async loadById(id: number): Promise<FullEvent> {
    const event = (await this.events.findWithLinked(id)) ?? (await this.throwUnknown({ id }));
    const tickets = await this.tickets.figuresOf(event.row.ticketed ? [id] : []);
    return { ...event, tickets: tickets.get(id) ?? [] };
  }

  async loadRow(row: EventRow): Promise<FullEvent> {
    const [event] = await this.load([row]);
    if (!event) throw new Error('an event was lost while it was read');
    return event;
  }

  /** Takes one query for any number of events, and one more when some have tickets. */
  async load(rows: readonly EventRow[]): Promise<FullEvent[]> {
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return [];
    const linked = await this.events.findLinked(ids);
    const tickets = await this.tickets.figuresOf(rows.filter(({ ticketed }) => ticketed).map(({ id }) => id));
    return rows.map((row) => ({
      row,
      ...(linked.get(row.id) ?? { venues: [], organizers: [], terms: [] }),
      tickets: tickets.get(row.id) ?? [],
    }));
  }

  private throwUnknown(ref: RecordRef): Promise<never> {
    refuseUnknownSlug(ref);
    return this.throwMissing(ref);
  }
}
