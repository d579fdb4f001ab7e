import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOTED = `transaction_id = pg_current_xact_id(), changed_at = now()`;
const LATER = 'modified_at = greatest(changes.modified_at, EXCLUDED.modified_at)';

/**
 * A change of a venue, organizer or term changes its events. It updated each of them, with all their indexes: 3 ms for an event, in which nobody
 * else could change it. The change log has a narrow row for each event, which such a change writes anyway. This row now has the date of the last
 * change as well, and the number of raised sequences.
 */
export class DatedChanges1795370040000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE changes ADD COLUMN modified_at timestamptz(3), ADD COLUMN raised integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN changes.modified_at IS 'last change of the record or of one that it shows';
      COMMENT ON COLUMN changes.raised IS 'how often linked records raised the sequence of the event'`);
    await noteRecords(q, { column: ', modified_at', later: `, ${LATER}` });
    // In the order of ids, so that two transactions cannot deadlock. A new event is not raised by its own links.
    await q.query(`
      CREATE OR REPLACE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id, modified_at) SELECT 'event', id, now() FROM unnest(ids) AS id GROUP BY id ORDER BY id
          ON CONFLICT (kind, record_id) DO UPDATE SET ${NOTED}, ${LATER},
            raised = changes.raised + (changes.first_transaction_id IS DISTINCT FROM pg_current_xact_id())::int;
      END $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      UPDATE events SET sequence = sequence + raised, modified_at = greatest(events.modified_at, changes.modified_at)
        FROM changes WHERE kind = 'event' AND record_id = events.id AND (raised > 0 OR changes.modified_at > events.modified_at);
      CREATE OR REPLACE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN
        PERFORM 1 FROM events WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3) ORDER BY id FOR NO KEY UPDATE;
        IF FOUND THEN
          UPDATE events SET sequence = sequence + 1, modified_at = now() WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3);
        END IF;
      END $$`);
    await noteRecords(q, { column: '', later: '' });
    await q.query('ALTER TABLE changes DROP COLUMN modified_at, DROP COLUMN raised');
  }
}

/** The functions that note changes of the records themselves, with or without the date of the change. */
async function noteRecords(q: QueryRunner, { column, later }: { column: string; later: string }): Promise<void> {
  const note = (listed: string) => `
    INSERT INTO changes (kind, record_id, is_gone, was_public, was_private, authors${column})
      SELECT TG_ARGV[0], id, TG_OP = 'DELETE', status = 'publish' AND ${listed}, status = 'private' AND ${listed}, ARRAY[author_id]${column}
      FROM touched ORDER BY id
      ON CONFLICT (kind, record_id) DO UPDATE SET ${NOTED}${later}, is_gone = changes.is_gone OR EXCLUDED.is_gone,
        was_public = changes.was_public OR EXCLUDED.was_public, was_private = changes.was_private OR EXCLUDED.was_private,
        authors = CASE WHEN changes.authors @> EXCLUDED.authors THEN changes.authors ELSE changes.authors || EXCLUDED.authors END;`;
  await q.query(`
    CREATE OR REPLACE FUNCTION note_records() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_ARGV[0] = 'event' THEN ${note('NOT hide_from_listings')}
      ELSE ${note('true')}
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION note_changed_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO changes (kind, record_id${column}) SELECT 'event', touched.id${column && ', touched.modified_at'} FROM touched JOIN former USING (id)
      WHERE touched.modified_at <> former.modified_at OR touched.expanded_until IS NOT DISTINCT FROM former.expanded_until
      ORDER BY touched.id ON CONFLICT (kind, record_id) DO UPDATE SET ${NOTED}${later};
      RETURN NULL;
    END $$`);
}
