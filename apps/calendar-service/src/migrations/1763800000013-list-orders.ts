import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names compare folded and in code point order, as everywhere in the shared grammar. */
const NAMES = [
  ['events', 'title'],
  ['venues', 'name'],
  ['organizers', 'name'],
] as const;

export class ListOrders1763800000013 implements MigrationInterface {
  // Lists can be ordered by name and by last change, and filtered by the time of the change. Each of these reads an index.
  async up(q: QueryRunner): Promise<void> {
    for (const [table, column] of NAMES) {
      await q.query(`CREATE INDEX ${table}_${column}_order_idx ON ${table} ((fold(${column}) COLLATE "C"), id)`);
    }
    for (const table of ['venues', 'organizers'])
      await q.query(`CREATE INDEX ${table}_modified_idx ON ${table} (modified_at, id)`);
    await q.query(`CREATE INDEX terms_name_order_idx ON terms (kind, (fold(name) COLLATE "C"), id)`);
    await q.query(`DROP INDEX terms_name_idx`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`CREATE INDEX terms_name_idx ON terms (kind, fold(name), id)`);
    await q.query(`DROP INDEX terms_name_order_idx`);
    for (const table of ['venues', 'organizers']) await q.query(`DROP INDEX ${table}_modified_idx`);
    for (const [table, column] of NAMES) await q.query(`DROP INDEX ${table}_${column}_order_idx`);
  }
}
