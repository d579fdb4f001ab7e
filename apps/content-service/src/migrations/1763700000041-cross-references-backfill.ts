import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 500;

const SOURCES = [
  { type: 's', table: 'shelves', id: 'id', html: 'description_html' },
  { type: 'b', table: 'books', id: 'id', html: 'description_html' },
  { type: 'c', table: 'chapters', id: 'id', html: 'description_html' },
  { type: 'p', table: 'page_contents', id: 'page_id', html: 'html' },
];

/**
 * Finds the links of what was there before the triggers. In short transactions that hold their rows, so that the version that still runs
 * waits for a batch at most, and nobody who saves meanwhile is overtaken. A run that was broken off is simply repeated.
 */
export class CrossReferencesBackfill1763700000041 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const source of SOURCES) {
      for (let last: number | undefined = 0; last !== undefined;) last = await this.batch(q, source, last);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`TRUNCATE item_links`);
  }

  /** @returns the last id that was looked at, undefined when nothing was left */
  private async batch(q: QueryRunner, { type, table, id, html }: (typeof SOURCES)[number], after: number): Promise<number | undefined> {
    // One statement is one transaction.
    const sql = `
      WITH held AS MATERIALIZED (SELECT ${id} AS id, ${html} AS html FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT ${BATCH} FOR NO KEY UPDATE)
      SELECT max(id) AS last, count(item_links_refresh('${type}', id, html)) FROM held`;
    const [row] = await q.manager.query<{ last: number | null }[]>(sql, [after]);
    return row?.last ?? undefined;
  }
}
