import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { groupedBy } from '../calendar/database/grouped-by';
import { headColumns, readableBy, visibleTo } from './access/head-sql';
import { type RecordRef, refCondition, refValue } from './access/record-ref';
import type { RecordDto } from './record.dto';
import type { LinkedKind, LinkedRow } from './linked-kind';

export const linkedColumns = ({ select }: Pick<LinkedKind, 'select'>): string =>
  `${headColumns('record')}, record.name, ${select}`;

/** The properties that make a record a duplicate of another one. */
export interface Twin {
  name: string;
  description: string | undefined;
}

/** Every query about venues and organizers, except lists. */
@Injectable()
export class LinkedRepository {
  constructor(private readonly database: Database) {}

  async find<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
  ): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(this.findSql(kind, ref), [refValue(ref)]);
    return row;
  }

  /** The records among these ids that lists show to this caller. */
  listed<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ids: readonly number[],
    actor: Actor,
  ): Promise<Row[]> {
    const parameters = new Parameters();
    return this.database.query<Row>(
      `SELECT ${linkedColumns(kind)} FROM ${kind.table} record WHERE record.id = ANY(${parameters.add(ids)})
        AND ${visibleTo(actor, kind.kind, 'record', undefined, parameters)}`,
      parameters.values,
    );
  }

  /** Like `find`, and locks the row until the open transaction ends. */
  async lock<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
  ): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(`${this.findSql(kind, ref)} FOR UPDATE`, [refValue(ref)]);
    return row;
  }

  /** The records among these ids, also in the trash, each with whether this caller may filter events by it. */
  async named(
    { kind, table }: Pick<LinkedKind, 'kind' | 'table'>,
    ids: readonly number[],
    actor: Actor,
  ): Promise<Map<number, boolean>> {
    const parameters = new Parameters();
    const rows = await this.database.query<{ id: number; isTold: boolean }>(
      `SELECT record.id, record.status <> 'trash' AND ${readableBy(actor, kind, 'record', parameters)} AS "isTold"
        FROM ${table} record WHERE record.id = ANY(${parameters.add(ids)})`,
      parameters.values,
    );
    return new Map(rows.map(({ id, isTold }) => [id, isTold]));
  }

  /** The records among these ids that a caller may link events to. Hidden records count as missing, so that their existence is not revealed. */
  async linkable(
    { kind, table }: Pick<LinkedKind, 'kind' | 'table'>,
    ids: readonly number[],
    actor: Actor,
  ): Promise<Set<number>> {
    const parameters = new Parameters();
    const rows = await this.database.query<{ id: number }>(
      `SELECT record.id FROM ${table} record WHERE record.id = ANY(${parameters.add(ids)}) AND record.status <> 'trash'
        AND ${readableBy(actor, kind, 'record', parameters)}`,
      parameters.values,
    );
    return new Set(rows.map((row) => row.id));
  }

  /**
   * The records that new ones would duplicate, in the order of `wanted`: the same name in any letter case and, if one is given, the same description
   * (calendar-behaviour §7.8). Only records that the caller may read count, so that hidden ones are not revealed.
   */
  async findTwins(
    { kind, table }: Pick<LinkedKind, 'kind' | 'table'>,
    wanted: readonly Twin[],
    actor: Actor,
  ): Promise<(number | undefined)[]> {
    const parameters = new Parameters();
    const names = parameters.add(wanted.map(({ name }) => name));
    const descriptions = parameters.add(wanted.map(({ description }) => description ?? ''));
    const rows = await this.database.query<{ place: number; id: number }>(
      `SELECT wanted.place::int AS place, min(record.id)::int AS id
        FROM unnest(${names}::text[], ${descriptions}::text[]) WITH ORDINALITY AS wanted (name, description, place)
        JOIN ${table} record ON fold(record.name) = fold(wanted.name) AND lower(record.name) = lower(wanted.name)
        WHERE wanted.description IN ('', record.description) AND record.status <> 'trash' AND ${readableBy(actor, kind, 'record', parameters)}
        GROUP BY wanted.place`,
      parameters.values,
    );
    const found = new Map(rows.map(({ place, id }) => [place, id]));
    return wanted.map((_, index) => found.get(index + 1));
  }

  /** `findTwins` for one record. */
  async findTwin(kind: Pick<LinkedKind, 'kind' | 'table'>, wanted: Twin, actor: Actor): Promise<number | undefined> {
    const [id] = await this.findTwins(kind, [wanted], actor);
    return id;
  }

  /** The records linked to each event, in link order. Records in the trash have no links. */
  async ofEvents<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    eventIds: readonly number[],
  ): Promise<Map<number, Row[]>> {
    const rows = await this.database.query<Row & { eventId: number }>(
      `SELECT link.event_id AS "eventId", ${linkedColumns(kind)} FROM ${kind.linkTable} link
        JOIN ${kind.table} record ON record.id = link.${kind.linkColumn}
        WHERE link.event_id = ANY($1) ORDER BY link.position, record.id`,
      [eventIds],
    );
    return groupedBy(rows, (row) => row.eventId);
  }

  /** Makes these the event's links of the kind, in this order. */
  async setOfEvent(
    { linkTable, linkColumn }: Pick<LinkedKind, 'linkTable' | 'linkColumn'>,
    eventId: number,
    ids: readonly number[],
  ): Promise<void> {
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
  async unlink({ linkTable, linkColumn }: Pick<LinkedKind, 'linkTable' | 'linkColumn'>, id: number): Promise<void> {
    await this.database.query(`DELETE FROM ${linkTable} WHERE ${linkColumn} = $1`, [id]);
  }

  private findSql<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
  ): string {
    return `SELECT ${linkedColumns(kind)} FROM ${kind.table} record WHERE ${refCondition(ref, 'record')}`;
  }
}
