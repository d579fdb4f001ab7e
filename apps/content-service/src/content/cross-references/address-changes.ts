import { Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { LinkingItem } from './link-rewriter';
import { AddressChange } from './links.entity';

/** Linking items per transaction; each rewritten item stays locked until the transaction ends. */
const BATCH = 50;

/**
 * Completes the changes of this transaction. They need a job if items link to an old address or below it, or if links to them may still be
 * written: by the job of a change that waits. Each ordered look-up reads one entry of an index. Without the order PostgreSQL may read the
 * whole table to find nothing.
 */
export const COMPLETE = `
  WITH own AS MATERIALIZED (SELECT id, lower(old_address) AS old FROM address_changes WHERE changed_in = pg_current_xact_id()),
  found AS MATERIALIZED (SELECT
    EXISTS (SELECT FROM own WHERE
      (SELECT address FROM item_links WHERE address >= old ORDER BY address LIMIT 1) = old
      OR (SELECT address FROM item_links WHERE address >= old || '/' ORDER BY address LIMIT 1) < old || '0')
    OR (SELECT was_linked FROM address_changes WHERE was_linked AND changed_in <> pg_current_xact_id() ORDER BY changed_in LIMIT 1)
    IS NOT NULL AS links),
  completed AS (UPDATE address_changes SET ${setColumns(AddressChange, { changedBy: '$1', wasLinked: 'links' })} FROM own, found WHERE address_changes.id = own.id)
  SELECT 1 FROM found WHERE links AND EXISTS (SELECT FROM own)`;

/** Whether an item has this address now. */
const IS_TAKEN = `
  WITH part AS (SELECT split_part($1, '/', 2) AS kind, split_part($1, '/', 3) AS slug, split_part($1, '/', 4) AS below, split_part($1, '/', 5) AS item)
  SELECT 1 FROM part WHERE CASE
    WHEN kind = 'shelves' THEN EXISTS (SELECT FROM shelves WHERE shelves.slug = part.slug AND deleted_at IS NULL)
    WHEN below = '' THEN EXISTS (SELECT FROM books WHERE books.slug = part.slug AND deleted_at IS NULL)
    WHEN below = 'chapter' THEN EXISTS (SELECT FROM chapters JOIN books ON books.id = book_id
      WHERE books.slug = part.slug AND chapters.slug = item AND chapters.deleted_at IS NULL AND books.deleted_at IS NULL)
    ELSE EXISTS (SELECT FROM pages JOIN books ON books.id = book_id
      WHERE books.slug = part.slug AND pages.slug = item AND pages.deleted_at IS NULL AND books.deleted_at IS NULL AND NOT draft) END`;

/** The list of changed addresses, which triggers write. Call its methods inside a transaction. */
@Injectable()
export class AddressChanges {
  constructor(
    private readonly database: Database,
    @InjectRepository(AddressChange) private readonly changes: Repository<AddressChange>,
  ) {}

  /** @returns whether the changes of this transaction need a job */
  async complete(userId: number): Promise<boolean> {
    return (await this.database.query(COMPLETE, [userId])).length > 0;
  }

  /** The oldest change. Concurrent workers wait for it, and find none when it is gone by then. */
  async lockFirst(): Promise<AddressChange | undefined> {
    const statement = sql`SELECT ${selectColumns(AddressChange, 'change')} FROM address_changes change
      ORDER BY id LIMIT 1 FOR UPDATE`;
    return (await this.database.query(statement))[0];
  }

  /** Also matches addresses below the old one: those of chapters and pages start with their book's address. */
  async itemsLinkingTo({ oldAddress, doneKind, doneId, wasLinked }: AddressChange): Promise<LinkingItem[]> {
    const linking = selectComputed<LinkingItem>({ kind: `strpos('sbcp', item_type::text)`, id: 'item_id' });
    const statement = sql`SELECT DISTINCT ${linking} FROM item_links
      WHERE (address = lower($1) OR address >= lower($1) || '/' AND address < lower($1) || '0')
        AND (strpos('sbcp', item_type::text), item_id) > ($2::int, $3::int)
      ORDER BY kind, id LIMIT ${BATCH}`;
    const items = await this.database.query(statement, [oldAddress, doneKind, doneId]);
    // These links are all younger than the change, so they mean the item that has the address now.
    if (!wasLinked && items.length > 0 && (await this.isTaken(oldAddress))) return [];
    return items;
  }

  /** Stores the progress of a change, or removes it when it is done. */
  async note({ id }: AddressChange, items: readonly LinkingItem[]): Promise<void> {
    const last = items.at(-1);
    if (last && items.length === BATCH) await this.changes.update(id, { doneKind: last.kind, doneId: last.id });
    else await this.changes.delete(id);
  }

  private async isTaken(address: string): Promise<boolean> {
    return (await this.database.query(IS_TAKEN, [address])).length > 0;
  }
}
