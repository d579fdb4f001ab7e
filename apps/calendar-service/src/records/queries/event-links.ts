import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readableBy } from '../access/head-sql';
import { mayRead, mayUpdate } from '../access/rights';
import { StoredRecord } from '../record/record.entity';
import type { RecordKind } from './record-kind';
import { type AccessFacts, RecordsRepository } from './records.repository';

/** Ids of records and terms to link an event to, by kind. Links of absent kinds stay as they are. */
export interface LinkedIds {
  readonly records: ReadonlyMap<RecordKind, readonly number[]>;
  /** Unknown ids are skipped. */
  readonly terms: ReadonlyMap<'category' | 'tag', readonly number[]>;
}

/** SQL for the records that an event is linked to, as a JSON list in link order; null for none. Records in the trash have no links. */
export const linkedRecords = (kind: RecordKind, eventId: string): string =>
  `(SELECT json_agg(shown ORDER BY link.position, shown.id) FROM ${kind.linkTable} link CROSS JOIN LATERAL
    (SELECT ${kind.select} FROM ${kind.table} record WHERE record.id = link.${kind.linkColumn}) shown
    WHERE link.event_id = ${eventId})`;

/** The table that links events to records or terms of a kind. */
export interface LinkedKind {
  linkTable: string;
  linkColumn: string;
}

/** A venue may have a hundred thousand events. */
export const MAX_COUNTED = 1_000;

/** Queries about the links between events and their venues or organizers. */
@Injectable()
export class EventLinks {
  constructor(private readonly database: Database) {}

  /** The records among these ids, also in the trash, each with whether this caller may filter events by it. */
  async named({ noun, table }: RecordKind, ids: readonly number[], actor: Actor): Promise<Map<number, boolean>> {
    const parameters = new Parameters();
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredRecord, 'record', 'id')},
        ${selectComputed<{ isReadable: boolean }>({ isReadable: `record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)}` })}
        FROM ${table} record WHERE record.id = ANY(${parameters.add(ids)})`,
      parameters.values,
    );
    return new Map(rows.map(({ id, isReadable }) => [id, isReadable]));
  }

  /**
   * The records among these ids that a caller may link events to. Hidden records count as missing, so that their existence is not revealed.
   * @returns a set for each entry of `requested`; runs one query, or none without ids
   */
  async linkable(
    requested: readonly (readonly [kind: RecordKind, ids: readonly number[]])[],
    actor: Actor,
  ): Promise<ReadonlySet<number>[]> {
    const parameters = new Parameters();
    const selects = requested.flatMap(([{ noun, table }, ids], place) =>
      ids.length === 0
        ? []
        : `SELECT ${place} AS place, record.id FROM ${table} record WHERE record.id = ANY(${parameters.add(ids)})
          AND record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)}`,
    );
    const rows =
      selects.length === 0
        ? []
        : await this.database.query(
            sql`SELECT ${selectComputed<{ place: number; id: number }>({ place: 'place', id: 'id' })} FROM (${selects.join(' UNION ALL ')}) linkable`,
            parameters.values,
          );
    return requested.map((_, place) => new Set(rows.filter((row) => row.place === place).map(({ id }) => id)));
  }

  /** Links the event to these records, in this order, and to these terms. One statement for all kinds. */
  async setOfEvent({ id, isNew }: { id: number; isNew: boolean }, { records, terms }: LinkedIds): Promise<void> {
    const parameters = new Parameters();
    const event = parameters.add(id);
    const parts: string[] = [];
    for (const [{ linkTable, linkColumn }, linkedIds] of records) {
      const ids = `${parameters.add(linkedIds)}::int[]`;
      if (!isNew) parts.push(`DELETE FROM ${linkTable} WHERE event_id = ${event} AND ${linkColumn} <> ALL(${ids})`);
      parts.push(`INSERT INTO ${linkTable} (event_id, ${linkColumn}, position)
        SELECT ${event}::int, id, min(place) FROM unnest(${ids}) WITH ORDINALITY AS given (id, place) GROUP BY id
        ON CONFLICT (event_id, ${linkColumn}) DO UPDATE SET position = EXCLUDED.position
          WHERE ${linkTable}.position <> EXCLUDED.position`);
    }
    for (const [kind, linkedIds] of terms) {
      const named = `term.kind = ${parameters.add(kind)}::text AND term.id`;
      const ids = `${parameters.add(linkedIds)}::int[]`;
      if (!isNew)
        parts.push(`DELETE FROM event_terms link USING terms term
          WHERE link.event_id = ${event} AND term.id = link.term_id AND ${named} <> ALL(${ids})`);
      parts.push(`INSERT INTO event_terms (event_id, term_id)
        SELECT ${event}::int, term.id FROM terms term WHERE ${named} = ANY(${ids}) ON CONFLICT DO NOTHING`);
    }
    if (parts.length === 0) return;
    // Unchanged links stay: deleting and inserting them again would count as a change of the event.
    const steps = parts.map((part, index) => `step_${index} AS (${part})`);
    await this.database.query(`WITH ${steps.join(', ')} SELECT`, parameters.values);
  }

  /** How many events outside of the trash each of these records or terms is linked to; at most `MAX_COUNTED`. */
  async count({ linkTable, linkColumn }: LinkedKind, ids: readonly number[]): Promise<Map<number, number>> {
    const ofOne = `SELECT FROM ${linkTable} link JOIN events event ON event.id = link.event_id
      WHERE link.${linkColumn} = given.id AND event.status <> 'trash' LIMIT ${MAX_COUNTED}`;
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ id: number; count: number }>({ id: 'given.id', count: `(SELECT count(*)::int FROM (${ofOne}) used)` })}
        FROM unnest($1::int[]) AS given (id)`,
      [ids],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Removes this record, and no other, from every event. */
  async unlink({ linkTable, linkColumn }: RecordKind, id: number): Promise<void> {
    await this.database.query(`DELETE FROM ${linkTable} WHERE ${linkColumn} = $1`, [id]);
  }
}

/** No record has this id, so a list filtered by it is empty. */
const NO_RECORD = 0;

/** Filters of lists that name an event, e.g. `event` and `post_parent`. The list is empty when the caller may not see the event. */
@Injectable()
export class EventReferences {
  constructor(private readonly records: RecordsRepository) {}

  /** For lists of records that the event shows. The event's password protects these lists too. */
  partsOf(name: string, id: number | undefined, actor: Actor, faults: ParameterFaults): Promise<number | undefined> {
    return this.resolve(
      name,
      id,
      faults,
      (event) => mayRead(actor, 'event', event) && (!event.isProtected || mayUpdate(actor, 'event', event)),
    );
  }

  /** For lists of the event's children. */
  childrenOf(name: string, id: number | undefined, actor: Actor, faults: ParameterFaults): Promise<number | undefined> {
    return this.resolve(name, id, faults, (event) => mayRead(actor, 'event', event));
  }

  /** @returns the id to filter by; `faults` gets the parameter when no event has its id */
  private async resolve(
    name: string,
    id: number | undefined,
    faults: ParameterFaults,
    isVisible: (event: AccessFacts) => boolean,
  ): Promise<number | undefined> {
    if (id === undefined || faults.has(name)) return undefined;
    const event = await this.records.accessFactsOf(id);
    if (!event) faults.addInvalid(name, `${name} must be the id of an event.`);
    return event && event.status !== 'trash' && isVisible(event) ? id : NO_RECORD;
  }
}
