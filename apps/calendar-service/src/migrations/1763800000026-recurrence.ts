import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Recurrence1763800000026 implements MigrationInterface {
  // A series is an event with a rule: its row has the first dates, `occurrences` every date up to `expanded_until`. Exceptions are clocks in the event's
  // own zone, like all dates that people enter. An occurrence that was changed alone is an event of its own, with the start that it replaces. Moving a
  // series moves these starts in one statement; its uniqueness is checked at the end, hence deferrable.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE events
        ADD rrule text,
        ADD exdates timestamp(0)[] NOT NULL DEFAULT '{}',
        ADD rdates timestamp(0)[] NOT NULL DEFAULT '{}',
        ADD series_id integer CONSTRAINT events_series_id_fkey REFERENCES events ON DELETE SET NULL,
        ADD recurrence_start timestamp(0),
        ADD expanded_until timestamptz,
        ADD CONSTRAINT events_replacement_is_single CHECK (rrule IS NULL OR recurrence_start IS NULL),
        ADD CONSTRAINT events_series_key UNIQUE (series_id, recurrence_start) DEFERRABLE`);
    await q.query(`CREATE INDEX events_expanded_idx ON events (expanded_until) WHERE expanded_until IS NOT NULL`);

    // Extending the occurrences is no change for clients, because they have the rule. All other updates of an event count as changes.
    await q.query(`
      CREATE FUNCTION note_changed_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id) SELECT 'event', touched.id FROM touched JOIN former USING (id)
        WHERE touched.modified_at <> former.modified_at OR touched.expanded_until IS NOT DISTINCT FROM former.expanded_until
        ORDER BY touched.id ON CONFLICT (kind, record_id) DO UPDATE SET transaction_id = pg_current_xact_id(), changed_at = now();
        RETURN NULL;
      END $$`);
    await q.query(`DROP TRIGGER events_update_noted ON events`);
    await q.query(`
      CREATE TRIGGER events_update_noted AFTER UPDATE ON events
        REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changed_events()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TRIGGER events_update_noted ON events`);
    await q.query(`
      CREATE TRIGGER events_update_noted AFTER UPDATE ON events
        REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_records('event')`);
    await q.query(`DROP FUNCTION note_changed_events()`);
    await q.query(`
      ALTER TABLE events DROP rrule, DROP exdates, DROP rdates, DROP series_id, DROP recurrence_start, DROP expanded_until`);
  }
}
