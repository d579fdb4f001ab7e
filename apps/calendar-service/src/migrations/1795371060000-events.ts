import type { MigrationInterface, QueryRunner } from 'typeorm';
import { imageColumn, recordColumns, recordIndexes, SHORT_PENDING_LIST } from './1795371000000-records';

/** Events with their series and occurrences. */
export class Events1795371060000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createEvents(q);
    await createOccurrences(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE occurrences, events`);
    await q.query(`DROP FUNCTION shown_as(varchar, boolean), leave_gap()`);
  }
}

/**
 * People mean the wall clock in the event's own zone. The instants are stored as well, because only they can be compared.
 *
 * A series is an event with a rule: its row has the first dates, `occurrences` every date up to `expanded_until`. Exceptions are clocks
 * in the event's own zone. A changed occurrence is an event of its own, with the start that it replaces.
 *
 * Calendar programs identify an event by its UID, and a newer version by its sequence. `kept_lines` are the attendees, attachments and
 * alarms of imported files. `*_rendered` are explained at venues.
 */
async function createEvents(q: QueryRunner): Promise<void> {
  // Moving a series moves the starts of its replacements in one statement. Their uniqueness is checked at the end, hence deferrable.
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
      ${imageColumn('events')},
      ticketed boolean NOT NULL DEFAULT false,
      rrule text,
      exdates timestamp(0)[] NOT NULL DEFAULT '{}',
      rdates timestamp(0)[] NOT NULL DEFAULT '{}',
      series_id integer CONSTRAINT events_series_id_fkey REFERENCES events ON DELETE SET NULL,
      recurrence_start timestamp(0),
      expanded_until timestamptz,
      uid text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text
        CONSTRAINT events_uid_is_given CHECK (uid <> '' AND octet_length(uid) <= 1000),
      sequence integer NOT NULL DEFAULT 0 CONSTRAINT events_sequence_counts CHECK (sequence >= 0),
      event_status varchar(16) NOT NULL DEFAULT 'scheduled'
        CONSTRAINT events_event_status_is_known CHECK (event_status IN ('scheduled', 'canceled', 'postponed')),
      event_status_reason text NOT NULL DEFAULT '',
      description_rendered jsonb,
      excerpt_rendered jsonb,
      kept_lines jsonb,
      CONSTRAINT events_end_is_not_before_start CHECK (ends_at >= starts_at),
      CONSTRAINT events_replacement_is_single CHECK (rrule IS NULL OR recurrence_start IS NULL),
      CONSTRAINT events_series_key UNIQUE (series_id, recurrence_start) DEFERRABLE
    )`);
  await q.query(recordIndexes('events'));
  await q.query(`
    CREATE UNIQUE INDEX events_uid_key ON events (uid);
    CREATE INDEX events_parent_id_idx ON events (parent_id) WHERE parent_id IS NOT NULL;
    CREATE INDEX events_ticketed_idx ON events (id) WHERE ticketed;
    CREATE INDEX events_expanded_idx ON events (expanded_until) WHERE expanded_until IS NOT NULL;
    CREATE INDEX events_search_idx ON events
      USING gin (fold(title) gin_trgm_ops, fold(excerpt) gin_trgm_ops, fold(description) gin_trgm_ops) ${SHORT_PENDING_LIST}`);
  // Orders and filters of the event list. The order by the last change has its index in the change log. The status comes without the id:
  // with it PostgreSQL would search all statuses for one id instead of asking the primary key.
  await q.query(`
    CREATE INDEX events_title_order_idx ON events ((fold(title) COLLATE "C"), id);
    CREATE INDEX events_slug_order_idx ON events (slug, id);
    CREATE INDEX events_status_order_idx ON events (status COLLATE "C");
    CREATE INDEX events_timezone_order_idx ON events ((fold(timezone) COLLATE "C"), id);
    CREATE INDEX events_all_day_order_idx ON events (all_day, id);
    CREATE INDEX events_author_order_idx ON events (author_id, id);
    CREATE INDEX events_featured_order_idx ON events (featured, id)`);
  // The first two count public events without reading the events themselves. Authors see their own unpublished events too; these few are
  // counted in addition to the stored sums.
  await q.query(`
    CREATE INDEX events_public_idx ON events (id) WHERE status = 'publish';
    CREATE INDEX events_listed_idx ON events (id) WHERE status = 'publish' AND NOT hide_from_listings;
    CREATE INDEX events_unpublished_idx ON events (author_id) WHERE status <> 'publish'`);
  // An event that replaces an occurrence hides it as long as the event exists, even in the trash. Once it is deleted for good, the series
  // must store the exception. Otherwise the next expansion would bring the deleted occurrence back.
  await q.query(`
    CREATE FUNCTION leave_gap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE events SET exdates = array_append(exdates, OLD.recurrence_start), modified_at = now()
      WHERE id = OLD.series_id AND (rrule IS NOT NULL OR rdates <> '{}') AND OLD.recurrence_start <> ALL (exdates);
      RETURN NULL;
    END $$;
    CREATE TRIGGER events_gap_left AFTER DELETE ON events FOR EACH ROW
      WHEN (OLD.series_id IS NOT NULL AND OLD.recurrence_start IS NOT NULL) EXECUTE FUNCTION leave_gap()`);
}

/** Lists contain occurrences. An event that happens once has one row, written in the event's own transaction. */
async function createOccurrences(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE FUNCTION shown_as(status varchar, is_hidden boolean) RETURNS varchar LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN status <> 'trash' AND NOT is_hidden THEN status END`);
  await q.query(`
    CREATE TABLE occurrences (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id integer NOT NULL CONSTRAINT occurrences_event_id_fkey REFERENCES events ON DELETE CASCADE,
      starts_local timestamp(0) NOT NULL,
      ends_local timestamp(0) NOT NULL,
      during tstzrange NOT NULL,
      shown_as varchar(16),
      CONSTRAINT occurrences_event_start_key UNIQUE (event_id, starts_local)
    );
    COMMENT ON COLUMN occurrences.shown_as IS 'status of the event; null when it is in no list';
    CREATE INDEX occurrences_starts_local_idx ON occurrences (starts_local, event_id);
    CREATE INDEX occurrences_ends_local_idx ON occurrences (ends_local);
    CREATE INDEX occurrences_starts_at_idx ON occurrences (lower(during));
    CREATE INDEX occurrences_ends_at_idx ON occurrences (upper(during));
    CREATE INDEX occurrences_during_idx ON occurrences USING gist (during)`);
}
