import type { Actor } from '@almanac/auth';
import {
  Database,
  type EntityClass,
  type RowOf,
  type Sql,
  sql,
  selectColumns,
  selectComputed,
} from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { Columns } from '../record/columns';
import { renderedColumns } from '../../calendar/rendering/rendered-text';
import { familyPrefix, usedSlugsSql } from '../../calendar/slugs/slugs';
import { readableBy, visibleTo } from '../access/head-sql';
import { type RecordRef, refClause, refValue } from '../access/record-ref';
import type { PublicationStatus } from '../../calendar/publication/status';
import type { RecordNoun, Status } from '../record/record';
import { StoredEvent, StoredRecord } from '../record/record.entity';
import type { NamedRecord, RecordKind } from './record-kind';

const ACCESS_FACTS = sql`${selectColumns(StoredEvent, 'event', 'authorId', 'status', 'statusBeforeTrash')},
  ${selectComputed<{ isProtected: boolean }>({ isProtected: 'event.password_hash IS NOT NULL' })}`;

/** The facts about an event that access to it depends on. */
export type AccessFacts = RowOf<typeof ACCESS_FACTS>;

/** The properties that make a venue or an organizer a duplicate of another one. */
export interface Twin {
  name: string;
  description: string | undefined;
}

/** Queries about records of any kind. */
@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  async find<Row extends NamedRecord>(kind: RecordKind<Row>, ref: RecordRef): Promise<Row | undefined> {
    const [row] = await this.database.query(findSql(kind, ref), [refValue(ref)]);
    return row;
  }

  /** Like `find`, and locks the row until the open transaction ends. */
  async lock(kind: RecordKind, ref: RecordRef): Promise<NamedRecord | undefined> {
    const [row] = await this.database.query(sql`${findSql(kind, ref)} FOR UPDATE`, [refValue(ref)]);
    return row;
  }

  /** The records among these ids that lists show to this caller. */
  listed<Row extends NamedRecord>(kind: RecordKind<Row>, ids: readonly number[], actor: Actor): Promise<Row[]> {
    const parameters = new Parameters();
    return this.database.query(
      sql`SELECT ${kind.select} FROM ${kind.table} record WHERE record.id = ANY(${parameters.add(ids)})
        AND ${visibleTo(actor, kind.noun, 'record', undefined, parameters)}`,
      parameters.values,
    );
  }

  /**
   * The records that new ones would duplicate, in the order of `requested` (calendar-behaviour §7.8). They have the same name and, if one is given, the
   * same description, in any letter case. Only records that the caller may read count, so that hidden ones are not revealed.
   */
  async findTwins(
    { noun, table }: RecordKind,
    requested: readonly Twin[],
    actor: Actor,
  ): Promise<(number | undefined)[]> {
    const parameters = new Parameters();
    const names = parameters.add(requested.map(({ name }) => name));
    const descriptions = parameters.add(requested.map(({ description }) => description ?? ''));
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ place: number; id: number }>({ place: 'wanted.place::int', id: 'min(record.id)::int' })}
        FROM unnest(${names}::text[], ${descriptions}::text[]) WITH ORDINALITY AS wanted (name, description, place)
        JOIN ${table} record ON fold(record.name) = fold(wanted.name) AND lower(record.name) = lower(wanted.name)
        WHERE lower(wanted.description) IN ('', lower(record.description)) AND record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)}
        GROUP BY wanted.place`,
      parameters.values,
    );
    const found = new Map(rows.map(({ place, id }) => [place, id]));
    return requested.map((_, index) => found.get(index + 1));
  }

  /** The kind behind an id; ids are unique over all kinds. */
  async kindOf(id: number): Promise<RecordNoun | 'image' | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${selectComputed<{ kind: RecordNoun | 'image' }>({ kind: `'event'` })} FROM events WHERE id = $1
        UNION ALL SELECT 'venue' FROM venues WHERE id = $1
        UNION ALL SELECT 'organizer' FROM organizers WHERE id = $1
        UNION ALL SELECT 'image' FROM images WHERE id = $1`,
      [id],
    );
    return row?.kind;
  }

  async accessFactsOf(id: number): Promise<AccessFacts | undefined> {
    const [event] = await this.database.query(sql`SELECT ${ACCESS_FACTS} FROM events event WHERE event.id = $1`, [id]);
    return event;
  }

  /** Slugs of a table that are among the requested ones or numbered versions of them. */
  async findUsedSlugs(table: string, slugs: readonly string[], exceptId?: number): Promise<Set<string>> {
    const rows = await this.database.query(
      usedSlugsSql(table, `slug <> '' AND status <> 'trash' AND id IS DISTINCT FROM $3::integer`),
      [slugs, slugs.map(familyPrefix), exceptId ?? null],
    );
    return new Set(rows.map((row) => row.slug));
  }

  /** Stores a new row of a record table. */
  async insert<E extends { id: number }>(entity: EntityClass<E>, columns: Columns<E>): Promise<number> {
    const [row] = await this.insertRows(entity, [columns], sql`RETURNING ${selectColumns(entity, 'stored', 'id')}`);
    if (!row) throw new Error(`nothing was stored as ${entity.name}`);
    return row.id;
  }

  /**
   * Stores records by one statement and skips those whose slug another transaction takes meanwhile. The statement waits for that transaction only.
   * @param rows with slugs that differ
   * @returns the ids by slug
   */
  async insertFree<E extends StoredRecord>(
    entity: EntityClass<E>,
    rows: readonly Columns<E>[],
  ): Promise<Map<string, number>> {
    const stored = await this.insertRows(
      entity,
      rows,
      sql`ON CONFLICT (slug) WHERE slug <> '' AND status <> 'trash' DO NOTHING RETURNING ${selectColumns(StoredRecord, 'stored', 'id', 'slug')}`,
    );
    return new Map(stored.map(({ slug, id }) => [slug, id]));
  }

  /** @param returned the end of the statement, which names the table `stored` */
  private insertRows<E, Row>(entity: EntityClass<E>, given: readonly Columns<E>[], returned: Sql<Row>): Promise<Row[]> {
    const rows = given.map((columns) => this.written(entity, columns));
    const names = [...new Set(rows.flatMap((columns) => [...columns.keys()]))];
    const values: unknown[] = [];
    const valueOf = (columns: Map<string, unknown>) => (name: string) =>
      columns.has(name) ? `$${values.push(columns.get(name))}` : 'DEFAULT';
    const lines = rows.map((columns) => `(${names.map(valueOf(columns)).join(', ')})`);
    return this.database.query(
      sql`INSERT INTO ${this.tableOf(entity)} AS stored (${names.join(', ')}) VALUES ${lines.join(', ')} ${returned}`,
      values,
    );
  }

  /** Changes some columns of a row and marks it as modified now. */
  async update<E>(entity: EntityClass<E>, id: number, given: Columns<E>): Promise<void> {
    const columns = this.written(entity, given);
    const changes = [...[...columns.keys()].map((name, i) => `${name} = $${i + 2}`), 'modified_at = now()'];
    await this.database.query(`UPDATE ${this.tableOf(entity)} SET ${changes.join(', ')} WHERE id = $1`, [
      id,
      ...columns.values(),
    ]);
  }

  /** Moves to the trash, and keeps the former status for a restore. */
  async trash(entity: EntityClass<StoredRecord>, id: number, from: PublicationStatus): Promise<void> {
    await this.update(entity, id, { status: 'trash', statusBeforeTrash: from, trashedAt: new Date() });
  }

  /** Takes out of the trash. */
  async restore(entity: EntityClass<StoredRecord>, id: number, status: Status, slug: string): Promise<void> {
    await this.update(entity, id, { status, slug, statusBeforeTrash: null, trashedAt: null });
  }

  /** Deletes for good, with all rows that belong to this record only. */
  async remove(entity: EntityClass<object>, id: number): Promise<void> {
    await this.database.manager.delete(entity, id);
  }

  private tableOf(entity: EntityClass<unknown>): string {
    return this.database.source.getMetadata(entity).tableName;
  }

  /** The values to write by column, with the rendered forms of texts. @throws Error for a property that is no column */
  private written(entity: EntityClass<unknown>, given: Columns<object>): Map<string, unknown> {
    const metadata = this.database.source.getMetadata(entity);
    const columns = new Map<string, unknown>();
    for (const [property, value] of Object.entries<unknown>({ ...given, ...renderedColumns(given) })) {
      const column = metadata.findColumnWithPropertyName(property)?.databaseName;
      if (column === undefined) throw new Error(`${entity.name} has no column ${property}`);
      if (value !== undefined) columns.set(column, value);
    }
    return columns;
  }
}

const findSql = <Row extends NamedRecord>(kind: RecordKind<Row>, ref: RecordRef): Sql<Row> =>
  sql`SELECT ${kind.select} FROM ${kind.table} record WHERE ${refClause(ref, 'record')}`;
