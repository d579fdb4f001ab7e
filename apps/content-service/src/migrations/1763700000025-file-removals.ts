import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FileRemovals1763700000025 implements MigrationInterface {
  /** A trigger, because application code does not notice rows that a cascade deletes, for example together with their page. */
  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE file_removals (key varchar(500) PRIMARY KEY, due_at timestamptz NOT NULL DEFAULT now())`,
    );
    await q.query(`CREATE INDEX file_removals_due_at_idx ON file_removals (due_at)`);
    await q.query(`
      CREATE FUNCTION remove_file_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO file_removals (key) VALUES (ltrim(OLD.path, '/')) ON CONFLICT (key) DO UPDATE SET due_at = now();
        RETURN NULL;
      END $$`);
    await q.query(
      `CREATE TRIGGER images_remove_file AFTER DELETE ON images FOR EACH ROW EXECUTE FUNCTION remove_file_of_row()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TRIGGER images_remove_file ON images`);
    await q.query(`DROP FUNCTION remove_file_of_row`);
    await q.query(`DROP TABLE file_removals`);
  }
}
