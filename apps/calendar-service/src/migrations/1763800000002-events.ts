import type { MigrationInterface, QueryRunner } from 'typeorm';
import { recordColumns, recordIndexes } from './1763800000001-venues-and-organizers';

export class Events1763800000002 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // People mean the wall clock in the event's own zone. The instants are stored as well, because only they can be compared.
    await q.query(`
      CREATE TABLE events (${recordColumns('events')},
        parent_id integer CONSTRAINT events_parent_id_fkey REFERENCES events ON DELETE SET NULL,
        title text NOT NULL CONSTRAINT events_title_is_given CHECK (title <> ''),
        excerpt text NOT NULL DEFAULT '',
        timezone varchar(64) NOT NULL,
        all_day boolean NOT NULL DEFAULT false,
        starts_local timestamp(0) NOT NULL,
        ends_local timestamp(0) NOT NULL,
        starts_at timestamptz(0) NOT NULL,
        ends_at timestamptz(0) NOT NULL,
        duration bigint NOT NULL GENERATED ALWAYS AS (extract(epoch FROM ends_at - starts_at)::bigint) STORED,
        cost text[] NOT NULL DEFAULT '{}',
        website text NOT NULL DEFAULT '',
        show_map boolean NOT NULL DEFAULT false,
        show_map_link boolean NOT NULL DEFAULT false,
        hide_from_listings boolean NOT NULL DEFAULT false,
        sticky boolean NOT NULL DEFAULT false,
        featured boolean NOT NULL DEFAULT false,
        password_hash text,
        CONSTRAINT events_end_is_not_before_start CHECK (ends_at >= starts_at)
      )`);
    for (const index of recordIndexes('events')) await q.query(index);
    await q.query(`CREATE INDEX events_parent_id_idx ON events (parent_id) WHERE parent_id IS NOT NULL`);
    await q.query(`CREATE INDEX events_modified_idx ON events (modified_at, id)`);
    // Lists report exact totals. These two indexes count public events without reading the events themselves.
    await q.query(`CREATE INDEX events_public_idx ON events (id) WHERE status = 'publish'`);
    await q.query(`CREATE INDEX events_listed_idx ON events (id) WHERE status = 'publish' AND NOT hide_from_listings`);
    await q.query(`CREATE INDEX events_featured_idx ON events (id) WHERE featured`);
    await q.query(`
      CREATE INDEX events_search_idx ON events USING gin (fold(title) gin_trgm_ops, fold(excerpt) gin_trgm_ops, fold(description) gin_trgm_ops)`);

    // Lists contain occurrences. An event that happens once has one row, written in the event's own transaction.
    await q.query(`
      CREATE TABLE occurrences (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id integer NOT NULL CONSTRAINT occurrences_event_id_fkey REFERENCES events ON DELETE CASCADE,
        starts_local timestamp(0) NOT NULL,
        ends_local timestamp(0) NOT NULL,
        during tstzrange NOT NULL,
        CONSTRAINT occurrences_event_start_key UNIQUE (event_id, starts_local)
      )`);
    await q.query(`CREATE INDEX occurrences_starts_local_idx ON occurrences (starts_local, event_id)`);
    await q.query(`CREATE INDEX occurrences_ends_local_idx ON occurrences (ends_local)`);
    await q.query(`CREATE INDEX occurrences_starts_at_idx ON occurrences (lower(during))`);
    await q.query(`CREATE INDEX occurrences_ends_at_idx ON occurrences (upper(during))`);
    await q.query(`CREATE INDEX occurrences_during_idx ON occurrences USING gist (during)`);

    for (const [table, column] of [
      ['event_venues', 'venue'],
      ['event_organizers', 'organizer'],
    ] as const) {
      await q.query(`
        CREATE TABLE ${table} (
          event_id integer NOT NULL CONSTRAINT ${table}_event_id_fkey REFERENCES events ON DELETE CASCADE,
          ${column}_id integer NOT NULL CONSTRAINT ${table}_${column}_id_fkey REFERENCES ${column}s ON DELETE CASCADE,
          position integer NOT NULL,
          PRIMARY KEY (event_id, ${column}_id)
        )`);
      await q.query(`CREATE INDEX ${table}_${column}_id_idx ON ${table} (${column}_id, event_id)`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE event_organizers, event_venues, occurrences, events`);
  }
}
