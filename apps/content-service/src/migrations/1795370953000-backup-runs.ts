import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The backup program leaves a row, from which content-service tells the age of the newest backup (docs/metrics.md). */
export class BackupRuns1795370953000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE TABLE backup_runs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ended_at timestamptz(3) NOT NULL DEFAULT now(),
      complete boolean NOT NULL)`);
    await q.query(`COMMENT ON TABLE backup_runs IS 'The latest runs of the backup program'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE backup_runs');
  }
}
