import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calendar programs show changes of these columns without asking, so each change raises the sequence (RFC 5545, 3.8.7.4). */
const TELLING =
  'title, description, timezone, all_day, starts_local, ends_local, starts_at, ends_at, status, event_status';
const of = (row: 'OLD' | 'NEW'): string =>
  `(${TELLING.split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ')})`;

export class EventIdentity1763800000030 implements MigrationInterface {
  // Calendar programs identify an event by its UID, and a newer version by its sequence. Both are columns: imported events keep their UID, and triggers
  // raise the sequence, so that no write can omit it.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE events
        ADD uid text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text
          CONSTRAINT events_uid_is_given CHECK (uid <> '' AND octet_length(uid) <= 1000),
        ADD sequence integer NOT NULL DEFAULT 0 CONSTRAINT events_sequence_counts CHECK (sequence >= 0),
        ADD event_status varchar(16) NOT NULL DEFAULT 'scheduled'
          CONSTRAINT events_event_status_is_known CHECK (event_status IN ('scheduled', 'canceled', 'postponed')),
        ADD event_status_reason text NOT NULL DEFAULT ''`);
    await q.query(`CREATE UNIQUE INDEX events_uid_key ON events (uid)`);
    await q.query(`
      CREATE FUNCTION raise_sequence() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.sequence := OLD.sequence + 1;
        RETURN NEW;
      END $$`);
    await q.query(`
      CREATE TRIGGER events_sequence_raised BEFORE UPDATE ON events FOR EACH ROW
        WHEN (NEW.sequence = OLD.sequence AND ${of('OLD')} IS DISTINCT FROM ${of('NEW')}) EXECUTE FUNCTION raise_sequence()`);
    // A change of venue counts too. Events that the same transaction created are new to all clients anyway.
    await q.query(`
      CREATE FUNCTION raise_sequence_of_linked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE events SET sequence = sequence + 1 WHERE id IN (SELECT event_id FROM touched) AND created_at <> now()::timestamptz(3);
        RETURN NULL;
      END $$`);
    for (const verb of ['INSERT', 'UPDATE', 'DELETE'])
      await q.query(`
        CREATE TRIGGER event_venues_${verb.toLowerCase()}_raises AFTER ${verb} ON event_venues
          REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION raise_sequence_of_linked()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION raise_sequence_of_linked() CASCADE`);
    await q.query(`DROP FUNCTION raise_sequence() CASCADE`);
    await q.query(`ALTER TABLE events DROP uid, DROP sequence, DROP event_status, DROP event_status_reason`);
  }
}
