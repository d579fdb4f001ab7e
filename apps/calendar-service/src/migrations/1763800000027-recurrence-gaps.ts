import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecurrenceGaps1763800000027 implements MigrationInterface {
  // An event that replaces an occurrence hides it as long as the event exists, even in the trash. Once it is deleted for good, the series must store
  // the exception. Otherwise the next expansion would bring the deleted occurrence back.
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
