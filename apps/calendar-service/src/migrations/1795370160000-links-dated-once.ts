import type { MigrationInterface, QueryRunner } from 'typeorm';

const LINKS = [
  { table: 'event_venues', isUpdated: true },
  { table: 'event_organizers', isUpdated: true },
  { table: 'event_terms', isUpdated: false },
] as const;

/** Changes of links were noted by one trigger and dated by another one. Both write the same row of the change log, so one does both. */
export class LinksDatedOnce1795370160000 implements MigrationInterface {
  /** Each statement locks one table. Writers lock several, in the order of their request, so a transaction that locks them all could deadlock. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION note_linked_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM touched) THEN PERFORM date_events(ARRAY(SELECT event_id FROM touched)); END IF;
        RETURN NULL;
      END $$`);
    for (const { table, isUpdated } of LINKS) {
      for (const verb of ['insert', 'update', 'delete'])
        await q.query(`DROP TRIGGER IF EXISTS ${table}_${verb}_raises ON ${table}`);
      if (isUpdated)
        await q.query(`
          CREATE OR REPLACE TRIGGER ${table}_update_noted AFTER UPDATE ON ${table}
            REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_linked_events()`);
    }
    await q.query('DROP FUNCTION IF EXISTS raise_sequence_of_linked()');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION raise_sequence_of_linked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM touched) THEN PERFORM date_events(ARRAY(SELECT event_id FROM touched)); END IF;
        RETURN NULL;
      END $$`);
    for (const { table, isUpdated } of LINKS) {
      for (const verb of ['INSERT', ...(isUpdated ? ['UPDATE'] : []), 'DELETE'])
        await q.query(`
          CREATE TRIGGER ${table}_${verb.toLowerCase()}_raises AFTER ${verb} ON ${table}
            REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION raise_sequence_of_linked()`);
      if (isUpdated) await q.query(`DROP TRIGGER ${table}_update_noted ON ${table}`);
    }
    await q.query(`
      CREATE OR REPLACE FUNCTION note_linked_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id) SELECT 'event', event_id FROM touched GROUP BY event_id ORDER BY event_id
          ON CONFLICT (kind, record_id) DO UPDATE SET transaction_id = pg_current_xact_id(), changed_at = now();
        RETURN NULL;
      END $$`);
  }
}
