import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counted tables, the columns of their sums, and the condition for rows that count. */
const TALLIES = [
  {
    table: 'occurrences',
    tally: 'occurrence_tallies',
    columns: ['shown_as varchar(16)', 'starts_on date', 'ends_on date'],
    keys: 'shown_as, starts_local::date, ends_local::date',
    counts: 'shown_as IS NOT NULL',
  },
  { table: 'event_terms', tally: 'term_tallies', columns: ['term_id integer'], keys: 'term_id', counts: 'is_public' },
] as const;

export class Tallies1763800000037 implements MigrationInterface {
  // Lists report exact totals, and terms their numbers of events. Counting hundreds of thousands of rows takes longer than reading a page, so sums are
  // stored. Every change appends its differences and updates nothing, so that writers of the same day or category never wait for each other.
  // `TallyKeeper` merges the rows later; sums are correct at any time.
  async up(q: QueryRunner): Promise<void> {
    // The counted row itself stores all facts that decide whether it counts. So its row alone gives the difference, even when deleting an event
    // deletes its rows too.
    await q.query(`
      CREATE FUNCTION shown_as(status varchar, is_hidden boolean) RETURNS varchar LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN status <> 'trash' AND NOT is_hidden THEN status END`);
    await q.query(`ALTER TABLE occurrences ADD shown_as varchar(16)`);
    await q.query(`ALTER TABLE event_terms ADD is_public boolean NOT NULL DEFAULT false`);
    await q.query(`COMMENT ON COLUMN occurrences.shown_as IS 'status of the event; null when it is in no list'`);

    // Locks the event, so that a concurrent change of the event finds the new row.
    await q.query(`
      CREATE FUNCTION take_over_showing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        SELECT shown_as(status, hide_from_listings) INTO NEW.shown_as FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
        RETURN NEW;
      END $$`);
    await q.query(`
      CREATE FUNCTION take_over_publicity() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        SELECT status = 'publish' INTO NEW.is_public FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
        NEW.is_public := coalesce(NEW.is_public, false);
        RETURN NEW;
      END $$`);
    await q.query(`
      CREATE FUNCTION pass_on_status() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE occurrences SET shown_as = shown_as(NEW.status, NEW.hide_from_listings) WHERE event_id = NEW.id;
        IF (OLD.status = 'publish') <> (NEW.status = 'publish') THEN
          UPDATE event_terms SET is_public = (NEW.status = 'publish') WHERE event_id = NEW.id;
        END IF;
        RETURN NULL;
      END $$`);
    await q.query(`
      CREATE TRIGGER occurrences_showing BEFORE INSERT ON occurrences FOR EACH ROW EXECUTE FUNCTION take_over_showing()`);
    await q.query(`
      CREATE TRIGGER event_terms_publicity BEFORE INSERT ON event_terms FOR EACH ROW EXECUTE FUNCTION take_over_publicity()`);
    await q.query(`
      CREATE TRIGGER events_status_passed_on AFTER UPDATE ON events FOR EACH ROW
        WHEN ((OLD.status, OLD.hide_from_listings) IS DISTINCT FROM (NEW.status, NEW.hide_from_listings)) EXECUTE FUNCTION pass_on_status()`);

    for (const { table, tally, columns, keys, counts } of TALLIES) {
      const names = columns.map((column) => column.split(' ')[0]).join(', ');
      await q.query(
        `CREATE TABLE ${tally} (${columns.map((column) => `${column} NOT NULL`).join(', ')}, amount integer NOT NULL)`,
      );
      await q.query(`CREATE INDEX ${tally}_key_idx ON ${tally} (${names}) INCLUDE (amount)`);
      await q.query(`
        CREATE FUNCTION tally_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO ${tally} SELECT ${keys}, count(*) * TG_ARGV[0]::int FROM touched WHERE ${counts} GROUP BY ${keys};
          RETURN NULL;
        END $$`);
      for (const verb of ['INSERT', 'UPDATE']) await q.query(trigger(table, verb, 'NEW'));
      for (const verb of ['UPDATE', 'DELETE']) await q.query(trigger(table, verb, 'OLD'));
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const { table } of TALLIES) await q.query(`DROP FUNCTION tally_${table}() CASCADE`);
    for (const name of ['pass_on_status()', 'take_over_publicity()', 'take_over_showing()'])
      await q.query(`DROP FUNCTION ${name} CASCADE`);
    await q.query(`DROP TABLE occurrence_tallies, term_tallies`);
    await q.query(`ALTER TABLE event_terms DROP is_public`);
    await q.query(`ALTER TABLE occurrences DROP shown_as`);
    await q.query(`DROP FUNCTION shown_as(varchar, boolean)`);
  }
}

const trigger = (table: string, verb: string, rows: 'NEW' | 'OLD'): string =>
  `CREATE TRIGGER ${table}_${verb.toLowerCase()}_${rows.toLowerCase()}_tallied AFTER ${verb} ON ${table}
    REFERENCING ${rows} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_${table}('${rows === 'NEW' ? 1 : -1}')`;
