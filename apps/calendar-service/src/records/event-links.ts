import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { groupedBy } from '../calendar/database/grouped-by';
import { readableBy } from './access/head-sql';
import type { NamedRecord, RecordKind } from './record-kind';
import { recordColumns } from './records.repository';

/** Queries about the links between events and their venues or organizers. */
@Injectable()
export class EventLinks {
  constructor(private readonly database: Database) {}

  /** The records among these ids, also in the trash, each with whether this caller may filter events by it. */
  async named({ noun, table }: RecordKind, ids: readonly number[], actor: Actor): Promise<Map<number, boolean>> {
    const parameters = new Parameters();
    const rows = await this.database.query<{ id: number; isTold: boolean }>(
      `SELECT record.id, record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)} AS "isTold"
        FROM ${table} record WHERE record.id = ANY(${parameters.add(ids)})`,
      parameters.values,
    );
    return new Map(rows.map(({ id, isTold }) => [id, isTold]));
  }

  /** The records among these ids that a caller may link events to. Hidden records count as missing, so that their existence is not revealed. */
  async linkable(kind: RecordKind, ids: readonly number[], actor: Actor): Promise<Set<number>> {
    const named = await this.named(kind, ids, actor);
    return new Set([...named].flatMap(([id, isTold]) => (isTold ? [id] : [])));
  }

  /** The records linked to each event, in link order. Records in the trash have no links. */
  async ofEvents<Row extends NamedRecord>(
    kind: RecordKind<Row>,
    eventIds: readonly number[],
  ): Promise<Map<number, Row[]>> {
    const rows = await this.database.query<Row & { eventId: number }>(
      `SELECT link.event_id AS "eventId", ${recordColumns(kind)} FROM ${kind.linkTable} link
        JOIN ${kind.table} record ON record.id = link.${kind.linkColumn}
        WHERE link.event_id = ANY($1) ORDER BY link.position, record.id`,
      [eventIds],
    );
    return groupedBy(rows, (row) => row.eventId);
  }

  /** Makes these the event's links of the kind, in this order. */
  async setOfEvent({ linkTable, linkColumn }: RecordKind, eventId: number, ids: readonly number[]): Promise<void> {
    // Keep unchanged links: deleting and inserting them again would count as a change of the event.
    await this.database.query(`DELETE FROM ${linkTable} WHERE event_id = $1 AND ${linkColumn} <> ALL($2::int[])`, [
      eventId,
      ids,
    ]);
    await this.database.query(
      `INSERT INTO ${linkTable} (event_id, ${linkColumn}, position)
        SELECT $1, id, min(place) FROM unnest($2::int[]) WITH ORDINALITY AS given (id, place) GROUP BY id
        ON CONFLICT (event_id, ${linkColumn}) DO UPDATE SET position = EXCLUDED.position
          WHERE ${linkTable}.position <> EXCLUDED.position`,
      [eventId, ids],
    );
  }

  /** Removes this record, and no other, from every event. */
  async unlink({ linkTable, linkColumn }: RecordKind, id: number): Promise<void> {
    await this.database.query(`DELETE FROM ${linkTable} WHERE ${linkColumn} = $1`, [id]);
  }
}
