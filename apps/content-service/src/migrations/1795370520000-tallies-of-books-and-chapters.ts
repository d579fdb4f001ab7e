import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTS = 'deleted_at IS NULL';

/** Writers lock books before chapters too. */
const TABLES = [
  ['books', 'book_tallies'],
  ['chapters', 'chapter_tallies'],
] as const;

/**
 * Sums for the exact totals of books and chapters, as pages have them (docs/decisions/0053). When merged rows are deleted, their table gets a
 * new version. So the sum of its merged rows is the same as long as the version is.
 */
export class TalliesOfBooksAndChapters1795370520000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // A random version, not a counter: after a rollback, a counter would give the same number to a different change.
    await q.query(`
      CREATE FUNCTION tallies_next_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM gone) THEN
          INSERT INTO settings (name, value) VALUES (TG_TABLE_NAME || '-version', gen_random_uuid()::text)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value;
        END IF;
        RETURN NULL;
      END $$`);
    for (const [table, tallies] of TABLES) {
      await q.query(`
        CREATE TABLE ${tallies} (scope_id integer, amount integer NOT NULL, is_merged boolean NOT NULL DEFAULT false);
        CREATE TRIGGER next_version AFTER DELETE ON ${tallies} REFERENCING OLD TABLE AS gone
          FOR EACH STATEMENT EXECUTE FUNCTION tallies_next_version();
        CREATE INDEX ${tallies}_is_merged_idx ON ${tallies} (is_merged, scope_id) INCLUDE (amount);
        COMMENT ON TABLE ${tallies} IS 'differences of the number of ${table} by permission scope, without the recycle bin'`);
      await q.query(`
        CREATE FUNCTION tally_new_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO ${tallies} SELECT scope_id, count(*) FROM after WHERE ${COUNTS} GROUP BY scope_id;
          RETURN NULL;
        END $$;
        CREATE FUNCTION tally_gone_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO ${tallies} SELECT scope_id, -count(*) FROM before WHERE ${COUNTS} GROUP BY scope_id;
          RETURN NULL;
        END $$;
        CREATE FUNCTION tally_changed_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO ${tallies} SELECT scope_id, sum(difference) FROM (
            SELECT scope_id, 1 AS difference FROM after WHERE ${COUNTS} UNION ALL SELECT scope_id, -1 FROM before WHERE ${COUNTS}
          ) changed GROUP BY scope_id HAVING sum(difference) <> 0;
          RETURN NULL;
        END $$;
        CREATE TRIGGER tally_new AFTER INSERT ON ${table} REFERENCING NEW TABLE AS after
          FOR EACH STATEMENT EXECUTE FUNCTION tally_new_${table}();
        CREATE TRIGGER tally_gone AFTER DELETE ON ${table} REFERENCING OLD TABLE AS before
          FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_${table}();
        CREATE TRIGGER tally_changed AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS before NEW TABLE AS after
          FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_${table}()`);
      // One statement, so rows and sums are of the same snapshot. Rows that other transactions append meanwhile are in neither count.
      await q.query(`
        CREATE FUNCTION correct_${tallies}() RETURNS void LANGUAGE sql AS $$
          INSERT INTO ${tallies} SELECT scope_id, sum(difference) FROM (
            SELECT scope_id, count(*) AS difference FROM ${table} WHERE ${COUNTS} GROUP BY scope_id
            UNION ALL SELECT scope_id, -amount FROM ${tallies}
          ) counted GROUP BY scope_id HAVING sum(difference) <> 0
        $$`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, tallies] of TABLES)
      await q.query(`
        DROP FUNCTION correct_${tallies}();
        DROP FUNCTION tally_new_${table}(), tally_gone_${table}(), tally_changed_${table}() CASCADE;
        DROP TABLE ${tallies}`);
    await q.query(`DROP FUNCTION tallies_next_version(); DELETE FROM settings WHERE name LIKE '%_tallies-version'`);
  }
}
