import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecurrenceGaps1763800000027 implements MigrationInterface {
  // What replaces an occurrence keeps it away as long as it is there, in the trash as well. Once it is gone for good, by whatever way, the series itself
  // has to remember, or the next time that it is worked out would bring back what somebody had deleted.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION leave_gap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE events SET exdates = array_append(exdates, OLD.recurrence_start), modified_at = now()
        WHERE id = OLD.series_id AND (rrule IS NOT NULL OR rdates <> '{}') AND OLD.recurrence_start <> ALL (exdates);
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE TRIGGER events_gap_left AFTER DELETE ON events FOR EACH ROW
        WHEN (OLD.series_id IS NOT NULL AND OLD.recurrence_start IS NOT NULL) EXECUTE FUNCTION leave_gap()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION leave_gap() CASCADE`);
  }
}
