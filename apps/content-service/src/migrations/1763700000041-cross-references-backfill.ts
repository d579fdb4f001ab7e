import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 500;

const SOURCES = [
  { type: 's', table: 'shelves', id: 'id', html: 'description_html' },
  { type: 'b', table: 'books', id: 'id', html: 'description_html' },
  { type: 'c', table: 'chapters', id: 'id', html: 'description_html' },
  { type: 'p', table: 'page_contents', id: 'page_id', html: 'html' },
];

/**
 * Finds the links of items that are older than the triggers, in short transactions that lock their rows. The previous version still runs,
 * and waits for one batch at most. Items that are saved meanwhile keep their newer links. An interrupted run can be repeated.
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

  /** @returns the last processed id, undefined if no row was left */
  private async batch(
    q: QueryRunner,
    { type, table, id, html }: (typeof SOURCES)[number],
    after: number,
  ): Promise<number | undefined> {
    // A single statement is its own transaction.
    const sql = `
      WITH held AS MATERIALIZED (SELECT ${id} AS id, ${html} AS html FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT ${BATCH} FOR NO KEY UPDATE)
      SELECT max(id) AS last, count(item_links_refresh('${type}', id, html)) FROM held`;
    const [row] = await q.manager.query<{ last: number | null }[]>(sql, [after]);
    return row?.last ?? undefined;
  }
}
