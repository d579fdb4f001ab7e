import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AttemptWindows1763700000017 implements MigrationInterface {
  // Unlogged: an attempt writes no write-ahead log, and losing the counters in a crash is acceptable.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE UNLOGGED TABLE attempt_windows (
        key bytea PRIMARY KEY,
        attempts integer NOT NULL,
        ends_at timestamptz(3) NOT NULL
      )`);
    await q.query(`CREATE INDEX attempt_windows_ends_at_idx ON attempt_windows (ends_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE attempt_windows`);
  }
}
