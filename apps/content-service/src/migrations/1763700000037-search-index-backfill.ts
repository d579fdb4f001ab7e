import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 500;

const ITEMS = [
  { table: 'shelves', type: 's', parts: '{n,d,t}' },
  { table: 'books', type: 'b', parts: '{n,d,t}' },
  { table: 'chapters', type: 'c', parts: '{n,d,t}' },
  { table: 'pages', type: 'p', parts: '{n,b,t}' },
];

/**
 * Indexes the items that are older than the triggers, in short transactions that lock their items. The previous version still runs, and
 * waits for one batch at most. Items that are saved meanwhile keep their newer words. An interrupted run can be repeated.
 */
export class SearchIndexBackfill1763700000037 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const item of ITEMS) {
      for (let last: number | undefined = 0; last !== undefined;) last = await this.batch(q, item, last);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`TRUNCATE search_terms, search_vocabulary`);
  }

  /** @returns the last indexed id, undefined if no item was left */
  private async batch(
    q: QueryRunner,
    { table, type, parts }: (typeof ITEMS)[number],
    after: number,
  ): Promise<number | undefined> {
    await q.startTransaction();
    try {
      const sql = `SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`;
      const rows = await q.manager.query<{ id: number }[]>(sql, [after]);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await q.query(`SELECT search_refresh($1, $2, $3)`, [type, ids, parts]);
      await q.commitTransaction();
      return ids.at(-1);
    } catch (failure) {
      await q.rollbackTransaction();
      throw failure;
    }
  }
}
