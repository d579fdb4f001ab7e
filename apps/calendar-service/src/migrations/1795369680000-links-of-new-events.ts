import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A new event is stored with its links, and each statement of these ran the triggers that date events. They now return early when no
 * row was touched, and lock only events that the transaction did not create. The result is the same.
 */
export class LinksOfNewEvents1795369680000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        PERFORM 1 FROM events WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3) ORDER BY id FOR NO KEY UPDATE;
        IF FOUND THEN
          UPDATE events SET sequence = sequence + 1, modified_at = now() WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3);
        END IF;
      END $$;
      CREATE OR REPLACE FUNCTION raise_sequence_of_linked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM touched) THEN PERFORM date_events(ARRAY(SELECT event_id FROM touched)); END IF;
        RETURN NULL;
      END $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        PERFORM 1 FROM events WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
        UPDATE events SET sequence = sequence + 1, modified_at = now() WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3);
      END $$;
      CREATE OR REPLACE FUNCTION raise_sequence_of_linked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM date_events(ARRAY(SELECT event_id FROM touched));
        RETURN NULL;
      END $$`);
  }
}
