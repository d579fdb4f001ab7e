import { type Actor, can } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectSnakeColumns, sql } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListQuery, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Import } from './import.entity';

export const importListing = defineListing({
  id: integer('import.id'),
  name: text('import.name'),
  size: integer('import.size'),
  type: text('import.type'),
  created_at: timestamp('import.created_at'),
  updated_at: timestamp('import.updated_at'),
  created_by: integer('import.created_by'),
});

const LIST_COLUMNS = selectSnakeColumns(
  Import,
  'import',
  'id',
  'name',
  'size',
  'type',
  'createdBy',
  'createdAt',
  'updatedAt',
);

export type ImportListRow = RowOf<typeof LIST_COLUMNS>;

/** Users see their own imports; callers with `settings-manage` see all (content-behaviour §5.3). */
const visibleTo = (actor: Actor, parameters: Parameters): string =>
  can(actor, 'settings-manage') ? 'true' : `import.created_by = ${parameters.add(actor.id)}`;

/** Queries for imports. */
@Injectable()
export class ImportsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Import) readonly rows: Repository<Import>,
  ) {}

  list(query: ListQuery, actor: Actor) {
    const where = (parameters: Parameters) => visibleTo(actor, parameters);
    return fetchListing(this.database, importListing, query, { select: LIST_COLUMNS, from: 'imports import', where });
  }

  find(id: number, actor: Actor): Promise<Import | undefined> {
    return this.row(id, actor, '');
  }

  /** Locks the row before its deletion. Undefined also when another transaction holds the lock. */
  claim(id: number, actor: Actor): Promise<Import | undefined> {
    return this.row(id, actor, 'FOR UPDATE SKIP LOCKED');
  }

  private async row(id: number, actor: Actor, lock: string): Promise<Import | undefined> {
    const parameters = new Parameters();
    const statement = sql`SELECT ${selectColumns(Import, 'import')} FROM imports import
      WHERE ${visibleTo(actor, parameters)} AND import.id = ${parameters.add(id)} ${lock}`;
    const [row] = await this.database.query(statement, parameters.values);
    return row;
  }
}
