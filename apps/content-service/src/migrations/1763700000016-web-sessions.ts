import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebSessions1763700000016 implements MigrationInterface {
  // The session store prescribes the columns. A session of a deleted user grants nothing, so no foreign key to users is needed.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE web_sessions (
        sid varchar(64) PRIMARY KEY,
        sess json NOT NULL,
        expire timestamptz(3) NOT NULL
      )`);
    await q.query(`CREATE INDEX web_sessions_expire_idx ON web_sessions (expire)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE web_sessions`);
  }
}
