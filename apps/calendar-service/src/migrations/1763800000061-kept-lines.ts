import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeptLines1763800000061 implements MigrationInterface {
  // Attendees, attachments and alarms of imported files, which calendar files hand on. A column without a default is added at once, and the version before
  // does not look at it.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE events ADD kept_lines jsonb`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE events DROP kept_lines`);
  }
}
