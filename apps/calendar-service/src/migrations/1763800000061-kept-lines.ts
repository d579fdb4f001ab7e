import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeptLines1763800000061 implements MigrationInterface {
  // Attendees, attachments and alarms of imported files, which exported files contain again. Adding a column without a default is instant, and the
  // previous version ignores it.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE events ADD kept_lines jsonb`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE events DROP kept_lines`);
  }
}
