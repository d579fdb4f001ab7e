import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { renderedColumns } from '../rendering/rendered-text';
import { familyPrefix } from '../slugs/family-prefix';
import type { RecordKind, Status } from './record';

/** Questions about records of whatever kind. */
@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  /** The kind behind an id; ids are unique over all kinds. */
  async kindOf(id: number): Promise<RecordKind | 'image' | undefined> {
    const [row] = await this.database.query<{ kind: RecordKind | 'image' }>(
      `SELECT 'event' AS kind FROM events WHERE id = $1
        UNION ALL SELECT 'venue' FROM venues WHERE id = $1
        UNION ALL SELECT 'organizer' FROM organizers WHERE id = $1
        UNION ALL SELECT 'image' FROM images WHERE id = $1`,
      [id],
    );
    return row?.kind;
  }

  /** Whether a filter may name this event: any that is not in the trash. */
  async eventExists(id: number): Promise<boolean> {
    const rows = await this.database.query<{ id: number }>(`SELECT id FROM events WHERE id = $1 AND status <> 'trash'`, [id]);
    return rows.length > 0;
  }

  /** Slugs of a table that are the wanted one or numbered versions of it. */
  async takenSlugs(table: string, slug: string, exceptId: number | undefined): Promise<Set<string>> {
    const rows = await this.database.query<{ slug: string }>(
      `SELECT slug FROM ${table} WHERE slug <> '' AND status <> 'trash' AND (slug = $1 OR starts_with(slug, $3)) AND id IS DISTINCT FROM $2`,
      [slug, exceptId ?? null, familyPrefix(slug)],
    );
    return new Set(rows.map((row) => row.slug));
  }

  /**
   * Stores a new row of a record table.
   * @param given column name to value; names come from our code alone
   */
  async insert(table: string, given: Readonly<Record<string, unknown>>): Promise<number> {
    const columns = { ...given, ...renderedColumns(given) };
    const names = Object.keys(columns);
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`,
      Object.values(columns),
    );
    if (!row) throw new Error(`nothing was stored in ${table}`);
    return row.id;
  }

  /** Changes some columns of a row and marks it as modified now. */
  async update(table: string, id: number, given: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = { ...given, ...renderedColumns(given) };
    const changes = [...Object.keys(columns).map((name, i) => `${name} = $${i + 2}`), 'modified_at = now()'];
    await this.database.query(`UPDATE ${table} SET ${changes.join(', ')} WHERE id = $1`, [id, ...Object.values(columns)]);
  }

  /** To the trash; the former status is remembered for a way back. */
  async trash(table: string, id: number, from: Status): Promise<void> {
    await this.update(table, id, { status: 'trash', status_before_trash: from, trashed_at: new Date() });
  }

  /** Out of the trash. */
  async restore(table: string, id: number, status: Status, slug: string): Promise<void> {
    await this.update(table, id, { status, slug, status_before_trash: null, trashed_at: null });
  }

  /** For good, with all that only belongs to it. */
  async remove(table: string, id: number): Promise<void> {
    await this.database.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  }
}
