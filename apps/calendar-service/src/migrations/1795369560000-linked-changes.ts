import type { MigrationInterface, QueryRunner } from 'typeorm';

const LINKED = [
  { table: 'venues', links: 'event_venues', column: 'venue_id' },
  { table: 'organizers', links: 'event_organizers', column: 'organizer_id' },
] as const;

/**
 * Events show their venues and organizers with all members, the date of the last change included. So the change log notes an event at
 * each change of these. The transaction that it notes is the version of all that the event shows.
 */
export class LinkedChanges1795369560000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // In the order of ids, so that two transactions cannot deadlock. The trigger that dates events has often noted them already.
    for (const { table, links, column } of LINKED)
      await q.query(`
        CREATE FUNCTION note_events_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO changes (kind, record_id)
            SELECT 'event', link.event_id FROM touched JOIN ${links} link ON link.${column} = touched.id
            GROUP BY link.event_id ORDER BY link.event_id
            ON CONFLICT (kind, record_id) DO UPDATE SET transaction_id = pg_current_xact_id(), changed_at = now()
              WHERE changes.transaction_id <> pg_current_xact_id();
          RETURN NULL;
        END $$;
        CREATE TRIGGER ${table}_update_noted_in_events AFTER UPDATE ON ${table}
          REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_events_of_${table}()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION note_events_of_venues(), note_events_of_organizers() CASCADE`);
  }
}
