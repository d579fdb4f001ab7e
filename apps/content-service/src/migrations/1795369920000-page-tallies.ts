import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts and deleted pages are not in the sums. */
const COUNTS = 'deleted_at IS NULL AND NOT draft';

/**
 * Stored sums for the exact total of pages (docs/decisions/0053). Every statement appends its differences and updates nothing, so that
 * writers never wait for each other. A periodic task merges the rows later.
 */
export class PageTallies1795369920000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE page_tallies (scope_id integer, amount integer NOT NULL);
      CREATE INDEX page_tallies_scope_id_idx ON page_tallies (scope_id) INCLUDE (amount);
      COMMENT ON TABLE page_tallies IS 'differences of the number of pages by permission scope, without drafts and the recycle bin'`);
    await q.query(`
      CREATE FUNCTION tally_new_pages() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO page_tallies SELECT scope_id, count(*) FROM after WHERE ${COUNTS} GROUP BY scope_id;
        RETURN NULL;
      END $$;
      CREATE FUNCTION tally_gone_pages() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO page_tallies SELECT scope_id, -count(*) FROM before WHERE ${COUNTS} GROUP BY scope_id;
        RETURN NULL;
      END $$;
      CREATE FUNCTION tally_changed_pages() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO page_tallies SELECT scope_id, sum(difference) FROM (
          SELECT scope_id, 1 AS difference FROM after WHERE ${COUNTS} UNION ALL SELECT scope_id, -1 FROM before WHERE ${COUNTS}
        ) changed GROUP BY scope_id HAVING sum(difference) <> 0;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tally_new AFTER INSERT ON pages REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION tally_new_pages();
      CREATE TRIGGER tally_gone AFTER DELETE ON pages REFERENCING OLD TABLE AS before
        FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_pages();
      CREATE TRIGGER tally_changed AFTER UPDATE ON pages REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_pages()`);
    // One statement, so pages and sums are of the same snapshot. Rows that other transactions append meanwhile are in neither count.
    await q.query(`
      CREATE FUNCTION correct_page_tallies() RETURNS void LANGUAGE sql AS $$
        INSERT INTO page_tallies SELECT scope_id, sum(difference) FROM (
          SELECT scope_id, count(*) AS difference FROM pages WHERE ${COUNTS} GROUP BY scope_id
          UNION ALL SELECT scope_id, -amount FROM page_tallies
        ) counted GROUP BY scope_id HAVING sum(difference) <> 0
      $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION correct_page_tallies();
      DROP FUNCTION tally_new_pages(), tally_gone_pages(), tally_changed_pages() CASCADE;
      DROP TABLE page_tallies`);
  }
}
