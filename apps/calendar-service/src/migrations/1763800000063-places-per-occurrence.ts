import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlacesPerOccurrence1763800000063 implements MigrationInterface {
  // A ticket may have its capacity for each occurrence of its event. Its `sold` still counts all of them, so the check applies to other tickets only.
  // The previous version sees such a ticket as sold out too early, never too late. An e-mail address has one place of a ticket for each occurrence.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE tickets ADD per_occurrence boolean NOT NULL DEFAULT false,
        DROP CONSTRAINT tickets_are_not_oversold`);
    await q.query(
      `ALTER TABLE tickets ADD CONSTRAINT tickets_are_not_oversold CHECK (per_occurrence OR sold <= capacity)`,
    );
    await q.query(`ALTER TABLE attendees ADD occurrence timestamp(0)`);
    await q.query(`DROP INDEX attendees_going_key`);
    await q.query(`
      CREATE UNIQUE INDEX attendees_going_key ON attendees (ticket_id, lower(email), coalesce(occurrence, '-infinity'::timestamp))
        WHERE status = 'going'`);
    await q.query(
      `CREATE INDEX attendees_occurrence_idx ON attendees (ticket_id, occurrence) WHERE occurrence IS NOT NULL`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP INDEX attendees_going_key`);
    await q.query(`DELETE FROM attendees WHERE occurrence IS NOT NULL`);
    await q.query(`DELETE FROM tickets WHERE per_occurrence`);
    await q.query(
      `CREATE UNIQUE INDEX attendees_going_key ON attendees (ticket_id, lower(email)) WHERE status = 'going'`,
    );
    await q.query(`ALTER TABLE attendees DROP occurrence`);
    await q.query(`ALTER TABLE tickets DROP per_occurrence`);
    await q.query(`ALTER TABLE tickets ADD CONSTRAINT tickets_are_not_oversold CHECK (sold <= capacity)`);
  }
}
