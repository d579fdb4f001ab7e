import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of these raise the sequence of an event (RFC 5545, 3.8.7.4); the recurrence is new among them. */
const FORMER =
  'title, description, timezone, all_day, starts_local, ends_local, starts_at, ends_at, status, event_status';
const TELLING = `${FORMER}, rrule, exdates, rdates`;

/** The columns of linked records that events show. */
const SHOWN = [
  {
    table: 'venues',
    links: 'event_venues',
    column: 'venue_id',
    shown:
      'name, slug, status, description, image_id, address, city, country, province, state, zip, phone, stateprovince, website, geo_lat, geo_lng, show_map, show_map_link',
  },
  {
    table: 'organizers',
    links: 'event_organizers',
    column: 'organizer_id',
    shown: 'name, slug, status, description, image_id, phone, website, email',
  },
  { table: 'terms', links: 'event_terms', column: 'term_id', shown: 'name, slug, description, parent_id' },
] as const;

/** Links of venues have raised the sequence since migration 30. Rows of `event_terms` are updated only for sums. */
const LINKS = [
  { links: 'event_organizers', verbs: ['INSERT', 'UPDATE', 'DELETE'] },
  { links: 'event_terms', verbs: ['INSERT', 'DELETE'] },
] as const;

const RECORDS = ['events', 'venues', 'organizers'] as const;

export class ShownInEvents1763800000062 implements MigrationInterface {
  // A copy of an event holds its venues, organizers and terms, so their changes are changes of the event. Triggers raise the sequence, so that no write
  // can omit it. Events are locked in the order of ids, so that two such changes do not deadlock.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`DROP TRIGGER events_sequence_raised ON events`);
    await q.query(raisedBy(TELLING));
    await q.query(`
      CREATE FUNCTION date_events(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        PERFORM 1 FROM events WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
        UPDATE events SET sequence = sequence + 1, modified_at = now() WHERE id = ANY(ids) AND created_at <> now()::timestamptz(3);
      END $$`);
    await q.query(ofLinked(`PERFORM date_events(ARRAY(SELECT event_id FROM touched));`));
    for (const { links, verbs } of LINKS) for (const verb of verbs) await q.query(linkTrigger(links, verb));
    await q.query(`
      CREATE FUNCTION date_events_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE ids integer[];
      BEGIN
        EXECUTE format('SELECT array_agg(event_id) FROM %I WHERE %I = $1', TG_ARGV[0], TG_ARGV[1]) INTO ids USING NEW.id;
        IF ids IS NOT NULL THEN PERFORM date_events(ids); END IF;
        RETURN NULL;
      END $$`);
    for (const { table, links, column, shown } of SHOWN) {
      // A record in the trash is unlinked from its events, which already counts as their change.
      const unlinked = table === 'terms' ? '' : ` AND NEW.status <> 'trash'`;
      await q.query(`
        CREATE TRIGGER ${table}_shown_in_events AFTER UPDATE ON ${table} FOR EACH ROW
          WHEN (${of('OLD', shown)} IS DISTINCT FROM ${of('NEW', shown)}${unlinked}) EXECUTE FUNCTION date_events_of_record('${links}', '${column}')`);
    }

    // The column has whole seconds, and rounding may go up; a transaction may also begin before the service reads its clock. Dates further ahead are
    // intended.
    await q.query(`
      CREATE FUNCTION date_before_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.published_at := date_trunc('second', NEW.modified_at);
        RETURN NEW;
      END $$`);
    for (const table of RECORDS)
      await q.query(`
        CREATE TRIGGER ${table}_dated_before_change BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW
          WHEN (NEW.published_at > NEW.modified_at AND NEW.published_at < NEW.modified_at + interval '1 minute')
          EXECUTE FUNCTION date_before_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION date_before_change() CASCADE`);
    await q.query(`DROP FUNCTION date_events_of_record() CASCADE`);
    for (const { links, verbs } of LINKS)
      for (const verb of verbs) await q.query(`DROP TRIGGER ${links}_${verb.toLowerCase()}_raises ON ${links}`);
    await q.query(
      ofLinked(
        `UPDATE events SET sequence = sequence + 1 WHERE id IN (SELECT event_id FROM touched) AND created_at <> now()::timestamptz(3);`,
      ),
    );
    await q.query(`DROP FUNCTION date_events(integer[])`);
    await q.query(`DROP TRIGGER events_sequence_raised ON events`);
    await q.query(raisedBy(FORMER));
  }
}

const of = (row: 'OLD' | 'NEW', columns: string): string =>
  `(${columns
    .split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ')})`;

const raisedBy = (columns: string): string => `
  CREATE TRIGGER events_sequence_raised BEFORE UPDATE ON events FOR EACH ROW
    WHEN (NEW.sequence = OLD.sequence AND ${of('OLD', columns)} IS DISTINCT FROM ${of('NEW', columns)}) EXECUTE FUNCTION raise_sequence()`;

const ofLinked = (statement: string): string => `
  CREATE OR REPLACE FUNCTION raise_sequence_of_linked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${statement}
    RETURN NULL;
  END $$`;

const linkTrigger = (links: string, verb: string): string => `
  CREATE TRIGGER ${links}_${verb.toLowerCase()}_raises AFTER ${verb} ON ${links}
    REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION raise_sequence_of_linked()`;
