import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOTED =
  'transaction_id = pg_current_xact_id(), changed_at = now(), is_gone = changes.is_gone OR EXCLUDED.is_gone';
const SEEN = `was_public = changes.was_public OR EXCLUDED.was_public, was_private = changes.was_private OR EXCLUDED.was_private,
        authors = CASE WHEN changes.authors @> EXCLUDED.authors THEN changes.authors ELSE changes.authors || EXCLUDED.authors END`;

export class ChangesSeen1763800000054 implements MigrationInterface {
  // Callers who could have seen a record receive its deletion. Once it is gone, only these columns know those callers: by the statuses and authors that
  // the record had. Changes of links do not touch these columns.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE changes
        ADD COLUMN was_public boolean NOT NULL DEFAULT false,
        ADD COLUMN was_private boolean NOT NULL DEFAULT false,
        ADD COLUMN authors integer[] NOT NULL DEFAULT '{}'`);
    await q.query(noteRecords(`(kind, record_id, is_gone, was_public, was_private, authors)`, SEEN));
    // Existing deletions stay visible to the same callers as before.
    await q.query(`UPDATE changes SET was_public = true, was_private = true WHERE is_gone`);
    for (const [table, kind, listed] of [
      ['events', 'event', 'NOT record.hide_from_listings'],
      ['venues', 'venue', 'true'],
      ['organizers', 'organizer', 'true'],
    ]) {
      await q.query(`
        UPDATE changes SET authors = ARRAY[record.author_id],
          was_public = coalesce(record.status_before_trash, record.status) = 'publish' AND ${listed},
          was_private = coalesce(record.status_before_trash, record.status) = 'private' AND ${listed}
        FROM ${table} record WHERE changes.kind = '${kind}' AND changes.record_id = record.id`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(noteRecords('(kind, record_id, is_gone)', ''));
    await q.query(`ALTER TABLE changes DROP COLUMN was_public, DROP COLUMN was_private, DROP COLUMN authors`);
  }
}

/** In the order of ids, so that two transactions cannot deadlock. */
const noteRecords = (columns: string, seen: string): string => `
  CREATE OR REPLACE FUNCTION note_records() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_ARGV[0] = 'event' THEN
      ${insertNote(columns, seen, 'NOT hide_from_listings')}
    ELSE
      ${insertNote(columns, seen, 'true')}
    END IF;
    RETURN NULL;
  END $$`;

const insertNote = (columns: string, seen: string, listed: string): string => `
  INSERT INTO changes ${columns}
    SELECT TG_ARGV[0], id, TG_OP = 'DELETE'${seen && `, status = 'publish' AND ${listed}, status = 'private' AND ${listed}, ARRAY[author_id]`}
    FROM touched ORDER BY id
    ON CONFLICT (kind, record_id) DO UPDATE SET ${[NOTED, seen].filter((part) => part !== '').join(', ')};`;
