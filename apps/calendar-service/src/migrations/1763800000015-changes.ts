import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = [
  ['events', 'event'],
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const;
const LINKS = ['event_venues', 'event_organizers', 'event_terms'];

const AGAIN = `ON CONFLICT (kind, record_id) DO UPDATE
      SET transaction_id = pg_current_xact_id(), changed_at = now(), is_gone = changes.is_gone OR EXCLUDED.is_gone`;

export class Changes1763800000015 implements MigrationInterface {
  // Clients with a copy ask for changes since their last request. A clock or counter would miss changes that a slower transaction commits later with an
  // earlier value. Transaction ids do not: below the oldest running transaction all changes are there. Triggers keep one row for each record, in the
  // transaction of the change, so that every write is recorded.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE changes (
        kind varchar(16) NOT NULL CONSTRAINT changes_kind_is_known CHECK (kind IN ('event', 'venue', 'organizer')),
        record_id integer NOT NULL,
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        is_gone boolean NOT NULL DEFAULT false,
        PRIMARY KEY (kind, record_id)
      )`);
    await q.query(`CREATE INDEX changes_order_idx ON changes (kind, transaction_id, record_id)`);
    await q.query(`CREATE INDEX changes_gone_idx ON changes (changed_at) WHERE is_gone`);
    // `forgotten` is the last transaction with purged changes; clients with an older position have to start again.
    await q.query(`
      CREATE TABLE change_feed (
        single boolean PRIMARY KEY DEFAULT true CONSTRAINT change_feed_is_single CHECK (single),
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        forgotten xid8 NOT NULL DEFAULT '0'
      )`);
    await q.query(`INSERT INTO change_feed DEFAULT VALUES`);
    // In the order of ids, so that two transactions cannot deadlock.
    await q.query(`
      CREATE FUNCTION note_records() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id, is_gone) SELECT TG_ARGV[0], id, TG_OP = 'DELETE' FROM touched ORDER BY id ${AGAIN};
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE FUNCTION note_linked_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id) SELECT 'event', event_id FROM touched GROUP BY event_id ORDER BY event_id ${AGAIN};
        RETURN NULL;
      END $$`);
    for (const [table, kind] of KINDS) {
      for (const verb of ['INSERT', 'UPDATE', 'DELETE']) await q.query(trigger(table, verb, `note_records('${kind}')`));
      await q.query(`INSERT INTO changes (kind, record_id) SELECT '${kind}', id FROM ${table}`);
    }
    for (const table of LINKS)
      for (const verb of ['INSERT', 'DELETE']) await q.query(trigger(table, verb, 'note_linked_events()'));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION note_records() CASCADE`);
    await q.query(`DROP FUNCTION note_linked_events() CASCADE`);
    await q.query(`DROP TABLE change_feed, changes`);
  }
}

const trigger = (table: string, verb: string, call: string): string =>
  `CREATE TRIGGER ${table}_${verb.toLowerCase()}_noted AFTER ${verb} ON ${table}
    REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION ${call}`;
