import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECORDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

/** Tables of links. Rows of `event_terms` are updated only for sums. */
const LINKS = {
  event_venues: ['INSERT', 'UPDATE', 'DELETE'],
  event_organizers: ['INSERT', 'UPDATE', 'DELETE'],
  event_terms: ['INSERT', 'DELETE'],
} as const;

/** Calendar programs show changes of these columns without asking, so each change raises the sequence (RFC 5545, 3.8.7.4). */
const RAISING_COLUMNS =
  'title, description, timezone, all_day, starts_local, ends_local, starts_at, ends_at, status, event_status, rrule, exdates, rdates';

/**
 * The columns of linked records that events show. A record in the trash is unlinked from its events, which already counts as their change.
 * Terms have no trash and no dates.
 */
const SHOWN_IN_EVENTS = [
  {
    table: 'venues',
    links: 'event_venues',
    column: 'venue_id',
    shown:
      'name, slug, status, description, image_id, address, city, country, province, state, zip, phone, stateprovince, website, geo_lat, geo_lng, show_map, show_map_link',
    isDated: true,
  },
  {
    table: 'organizers',
    links: 'event_organizers',
    column: 'organizer_id',
    shown: 'name, slug, status, description, image_id, phone, website, email',
    isDated: true,
  },
  {
    table: 'terms',
    links: 'event_terms',
    column: 'term_id',
    shown: 'name, slug, description, parent_id',
    isDated: false,
  },
];

const NOTED = `transaction_id = pg_current_xact_id(), changed_at = now()`;
const DATED = `${NOTED}, modified_at = greatest(changes.modified_at, EXCLUDED.modified_at)`;

/** The change feed, and the dates and sequences of events. Triggers maintain them, so that no write can omit them. */
export class Changes1795371240000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createChangeFeed(q);
    await noteRecords(q);
    await raiseSequences(q);
    // A copy of an event holds its venues, organizers and terms, so their changes are changes of the event. Updating an event with all its
    // indexes takes 3 ms, in which nobody else can change it. Each change writes the narrow row of the change log anyway, so this row has the
    // date of the last change and the number of raised sequences. A new event is not raised by its own links.
    await q.query(`
      CREATE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO changes (kind, record_id, modified_at) SELECT 'event', id, now() FROM unnest(ids) AS id GROUP BY id ORDER BY id
          ON CONFLICT (kind, record_id) DO UPDATE SET ${DATED},
            raised = changes.raised + (changes.first_transaction_id IS DISTINCT FROM pg_current_xact_id())::int;
      END $$`);
    await q.query(`
      CREATE FUNCTION note_linked_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM touched) THEN PERFORM date_events(ARRAY(SELECT event_id FROM touched)); END IF;
        RETURN NULL;
      END $$`);
    for (const [table, verbs] of Object.entries(LINKS))
      for (const verb of verbs) await q.query(statementTrigger(table, verb, 'noted', 'note_linked_events()'));
    await noteEventsOfRecords(q);
    await dateBeforeChange(q);
    await createWebhookReports(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION date_before_change(), date_events_of_record(), note_events_of_venues(), note_events_of_organizers(), note_linked_events(),
        raise_sequence(), note_changed_events(), note_records() CASCADE;
      DROP FUNCTION date_events(integer[]);
      DROP TABLE webhook_reports, change_feed, changes`);
  }
}

/**
 * Clients with a copy ask for changes since their last request. A clock or counter would miss changes that a slower transaction commits
 * later with an earlier value. Below the oldest running transaction all changes are there, so transaction ids miss none.
 */
async function createChangeFeed(q: QueryRunner): Promise<void> {
  // Callers who could have seen a record receive its deletion. Once it is gone, only its statuses and authors here identify them.
  // The transaction that created a record tells new records from changed ones. It is null for records that existed before the column.
  await q.query(`
    CREATE TABLE changes (
      kind varchar(16) NOT NULL CONSTRAINT changes_kind_is_known CHECK (kind IN ('event', 'venue', 'organizer')),
      record_id integer NOT NULL,
      transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
      changed_at timestamptz(3) NOT NULL DEFAULT now(),
      is_gone boolean NOT NULL DEFAULT false,
      was_public boolean NOT NULL DEFAULT false,
      was_private boolean NOT NULL DEFAULT false,
      authors integer[] NOT NULL DEFAULT '{}',
      first_transaction_id xid8 DEFAULT pg_current_xact_id(),
      modified_at timestamptz(3),
      raised integer NOT NULL DEFAULT 0,
      PRIMARY KEY (kind, record_id)
    );
    COMMENT ON COLUMN changes.modified_at IS 'last change of the record or of one that it shows';
    COMMENT ON COLUMN changes.raised IS 'how often linked records raised the sequence of the event';
    CREATE INDEX changes_order_idx ON changes (kind, transaction_id, record_id);
    CREATE INDEX changes_gone_idx ON changes (changed_at) WHERE is_gone;
    CREATE INDEX changes_modified_idx ON changes (modified_at, record_id) WHERE kind = 'event'`);
  // `forgotten` is the last transaction with purged changes; clients with an older position have to start again.
  await q.query(`
    CREATE TABLE change_feed (
      single boolean PRIMARY KEY DEFAULT true CONSTRAINT change_feed_is_single CHECK (single),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      forgotten xid8 NOT NULL DEFAULT '0'
    );
    INSERT INTO change_feed DEFAULT VALUES`);
}

/** All functions write in the order of ids, so that two transactions cannot deadlock. */
async function noteRecords(q: QueryRunner): Promise<void> {
  const note = (listed: string) => `
    INSERT INTO changes (kind, record_id, is_gone, was_public, was_private, authors, modified_at)
      SELECT TG_ARGV[0], id, TG_OP = 'DELETE', status = 'publish' AND ${listed}, status = 'private' AND ${listed}, ARRAY[author_id], modified_at
      FROM touched ORDER BY id
      ON CONFLICT (kind, record_id) DO UPDATE SET ${DATED}, is_gone = changes.is_gone OR EXCLUDED.is_gone,
        was_public = changes.was_public OR EXCLUDED.was_public, was_private = changes.was_private OR EXCLUDED.was_private,
        authors = CASE WHEN changes.authors @> EXCLUDED.authors THEN changes.authors ELSE changes.authors || EXCLUDED.authors END;`;
  await q.query(`
    CREATE FUNCTION note_records() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_ARGV[0] = 'event' THEN ${note('NOT hide_from_listings')}
      ELSE ${note('true')}
      END IF;
      RETURN NULL;
    END $$`);
  // Extending the occurrences is no change for clients, because they have the rule. All other updates of an event count as changes.
  await q.query(`
    CREATE FUNCTION note_changed_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO changes (kind, record_id, modified_at) SELECT 'event', touched.id, touched.modified_at FROM touched JOIN former USING (id)
      WHERE touched.modified_at <> former.modified_at OR touched.expanded_until IS NOT DISTINCT FROM former.expanded_until
      ORDER BY touched.id ON CONFLICT (kind, record_id) DO UPDATE SET ${DATED};
      RETURN NULL;
    END $$`);
  for (const [table, kind] of Object.entries(RECORDS)) {
    for (const verb of ['INSERT', 'DELETE'] as const)
      await q.query(statementTrigger(table, verb, 'noted', `note_records('${kind}')`));
    if (table !== 'events') await q.query(statementTrigger(table, 'UPDATE', 'noted', `note_records('${kind}')`));
  }
  await q.query(`
    CREATE TRIGGER events_update_noted AFTER UPDATE ON events
      REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changed_events()`);
}

async function raiseSequences(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE FUNCTION raise_sequence() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.sequence := OLD.sequence + 1;
      RETURN NEW;
    END $$;
    CREATE TRIGGER events_sequence_raised BEFORE UPDATE ON events FOR EACH ROW
      WHEN (NEW.sequence = OLD.sequence AND ${of('OLD', RAISING_COLUMNS)} IS DISTINCT FROM ${of('NEW', RAISING_COLUMNS)}) EXECUTE FUNCTION raise_sequence()`);
}

/**
 * Events show their venues and organizers with all members, the date of the last change included. So the change log notes an event at each
 * change of these. The transaction that it notes is the version of all that the event shows.
 */
async function noteEventsOfRecords(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE FUNCTION date_events_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE ids integer[];
    BEGIN
      EXECUTE format('SELECT array_agg(event_id) FROM %I WHERE %I = $1', TG_ARGV[0], TG_ARGV[1]) INTO ids USING NEW.id;
      IF ids IS NOT NULL THEN PERFORM date_events(ids); END IF;
      RETURN NULL;
    END $$`);
  for (const { table, links, column, shown, isDated } of SHOWN_IN_EVENTS) {
    const unless = isDated ? ` AND NEW.status <> 'trash'` : '';
    await q.query(`
      CREATE TRIGGER ${table}_shown_in_events AFTER UPDATE ON ${table} FOR EACH ROW
        WHEN (${of('OLD', shown)} IS DISTINCT FROM ${of('NEW', shown)}${unless}) EXECUTE FUNCTION date_events_of_record('${links}', '${column}')`);
    // In the order of ids, so that two transactions cannot deadlock. The trigger that dates events has often noted them already.
    if (isDated)
      await q.query(`
        CREATE FUNCTION note_events_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO changes (kind, record_id)
            SELECT 'event', link.event_id FROM touched JOIN ${links} link ON link.${column} = touched.id
            GROUP BY link.event_id ORDER BY link.event_id
            ON CONFLICT (kind, record_id) DO UPDATE SET ${NOTED}
              WHERE changes.transaction_id <> pg_current_xact_id();
          RETURN NULL;
        END $$;
        CREATE TRIGGER ${table}_update_noted_in_events AFTER UPDATE ON ${table}
          REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_events_of_${table}()`);
  }
}

/**
 * `published_at` has whole seconds, and rounding may go up; a transaction may also begin before the service reads its clock. Dates
 * further ahead are intended.
 */
async function dateBeforeChange(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE FUNCTION date_before_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.published_at := date_trunc('second', NEW.modified_at);
      RETURN NEW;
    END $$`);
  for (const table of Object.keys(RECORDS))
    await q.query(`
      CREATE TRIGGER ${table}_dated_before_change BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW
        WHEN (NEW.published_at > NEW.modified_at AND NEW.published_at < NEW.modified_at + interval '1 minute')
        EXECUTE FUNCTION date_before_change()`);
}

async function createWebhookReports(q: QueryRunner): Promise<void> {
  // How far changes were reported for webhooks.
  await q.query(`
    CREATE TABLE webhook_reports (
      kind varchar(16) PRIMARY KEY,
      feed uuid NOT NULL,
      transaction_id xid8 NOT NULL,
      record_id integer NOT NULL
    )`);
}

type Verb = 'INSERT' | 'UPDATE' | 'DELETE';

const statementTrigger = (table: string, verb: Verb, suffix: string, call: string): string => `
  CREATE TRIGGER ${table}_${verb.toLowerCase()}_${suffix} AFTER ${verb} ON ${table}
    REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION ${call}`;

const of = (row: 'OLD' | 'NEW', columns: string): string => `(${columns.replaceAll(/\w+/g, `${row}.$&`)})`;
