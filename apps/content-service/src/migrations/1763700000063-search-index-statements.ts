import type { MigrationInterface, QueryRunner } from 'typeorm';

const ITEMS = { shelves: 's', books: 'b', chapters: 'c', pages: 'p' } as const;

/**
 * Indexes new rows once per statement and no longer one by one: planning the refresh takes longer than refreshing a short text, and an
 * import inserts hundreds of pages at a time. The functions also work for single rows, which the previous version inserts.
 */
export class SearchIndexStatements1763700000063 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION search_follow_new_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM search_refresh(TG_ARGV[0]::"char", array_agg(id), '{n,d}') FROM added HAVING count(*) > 0;
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE FUNCTION search_follow_new_bodies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM search_refresh('p', array_agg(page_id), '{b}') FROM added HAVING count(*) > 0;
        RETURN NULL;
      END $$`);
    for (const [table, type] of Object.entries(ITEMS))
      await perStatement(q, table, `search_follow_new_items('${type}')`);
    await perStatement(q, 'page_contents', 'search_follow_new_bodies()');
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, type] of Object.entries(ITEMS)) await perRow(q, table, `search_follow_item('${type}')`);
    await perRow(q, 'page_contents', 'search_follow_body()');
    await q.query(`DROP FUNCTION search_follow_new_items(), search_follow_new_bodies()`);
  }
}

async function perStatement(q: QueryRunner, table: string, call: string): Promise<void> {
  await q.query(`DROP TRIGGER search_new ON ${table}`);
  await q.query(
    `CREATE TRIGGER search_new AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
  );
}

async function perRow(q: QueryRunner, table: string, call: string): Promise<void> {
  await q.query(`DROP TRIGGER search_new ON ${table}`);
  await q.query(`CREATE TRIGGER search_new AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${call}`);
}
