import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { ChangedItem, LinkingItem } from './link-rewriter';

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
  completed AS (UPDATE address_changes SET changed_by = $1, was_linked = links FROM own, found WHERE address_changes.id = own.id)
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

export interface AddressChange extends ChangedItem {
  id: string;
  old_address: string;
  new_address: string;
  changed_by: number | null;
  done_kind: number;
  done_id: number;
  was_linked: boolean;
}

/** The list of changed addresses, which triggers write. Call its methods inside a transaction. */
@Injectable()
export class AddressChanges {
  constructor(private readonly database: Database) {}

  /** @returns whether the changes of this transaction need a job */
  async complete(userId: number): Promise<boolean> {
    return (await this.database.query(COMPLETE, [userId])).length > 0;
  }

  /** The oldest change. Concurrent workers wait for it, and find none when it is gone by then. */
  async lockFirst(): Promise<AddressChange | undefined> {
    const sql = 'SELECT * FROM address_changes ORDER BY id LIMIT 1 FOR UPDATE';
    return (await this.database.query<AddressChange>(sql))[0];
  }

  /** Also matches addresses below the old one: those of chapters and pages start with their book's address. */
  async itemsLinkingTo({ old_address, done_kind, done_id, was_linked }: AddressChange): Promise<LinkingItem[]> {
    const sql = `SELECT DISTINCT strpos('sbcp', item_type::text) AS kind, item_id AS id FROM item_links
      WHERE (address = lower($1) OR address >= lower($1) || '/' AND address < lower($1) || '0')
        AND (strpos('sbcp', item_type::text), item_id) > ($2::int, $3::int)
      ORDER BY kind, id LIMIT ${BATCH}`;
    const items = await this.database.query<LinkingItem>(sql, [old_address, done_kind, done_id]);
    // These links are all younger than the change, so they mean the item that has the address now.
    if (!was_linked && items.length > 0 && (await this.isTaken(old_address))) return [];
    return items;
  }

  /** Stores the progress of a change, or removes it when it is done. */
  async note({ id }: AddressChange, items: readonly LinkingItem[]): Promise<void> {
    const last = items.at(-1);
    if (last && items.length === BATCH)
      await this.database.query('UPDATE address_changes SET done_kind = $2, done_id = $3 WHERE id = $1', [
        id,
        last.kind,
        last.id,
      ]);
    else await this.database.query('DELETE FROM address_changes WHERE id = $1', [id]);
  }

  private async isTaken(address: string): Promise<boolean> {
    return (await this.database.query(IS_TAKEN, [address])).length > 0;
  }
}
