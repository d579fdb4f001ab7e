import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counted tables, the columns of their sums, and the condition for rows that count. */
const TALLIES = [
  {
    table: 'occurrences',
    tally: 'occurrence_tallies',
    columns: 'shown_as varchar(16) NOT NULL, starts_on date NOT NULL, ends_on date NOT NULL',
    index: 'shown_as, starts_on, ends_on',
    keys: 'shown_as, starts_local::date, ends_local::date',
    counts: 'shown_as IS NOT NULL',
  },
  {
    table: 'event_terms',
    tally: 'term_tallies',
    columns: 'term_id integer NOT NULL',
    index: 'term_id',
    keys: 'term_id',
    counts: 'is_public',
  },
] as const;

/**
 * Stored sums for exact totals (see `TallyCompaction`). Every change appends its differences and updates nothing, so that writers of the
 * same day or category never wait for each other. A periodic task merges the rows later; sums are correct at any time.
 */
export class Tallies1795371300000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await passOnStatus(q);
    await countChanges(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION tally_occurrences(), tally_event_terms(), pass_on_status(), take_over_publicity(), take_over_showing() CASCADE;
      DROP TABLE occurrence_tallies, term_tallies`);
  }
}

/**
 * The counted row itself stores all facts that decide whether it counts. So its row alone gives the difference, even when deleting an
 * event deletes its rows too.
 */
async function passOnStatus(q: QueryRunner): Promise<void> {
  // Locks the event, so that a concurrent change of the event finds the new row.
  await q.query(`
    CREATE FUNCTION take_over_showing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      SELECT shown_as(status, hide_from_listings) INTO NEW.shown_as FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
      RETURN NEW;
    END $$;
    CREATE FUNCTION take_over_publicity() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      SELECT status = 'publish' INTO NEW.is_public FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
      NEW.is_public := coalesce(NEW.is_public, false);
      RETURN NEW;
    END $$;
    CREATE FUNCTION pass_on_status() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE occurrences SET shown_as = shown_as(NEW.status, NEW.hide_from_listings) WHERE event_id = NEW.id;
      IF (OLD.status = 'publish') <> (NEW.status = 'publish') THEN
        UPDATE event_terms SET is_public = (NEW.status = 'publish') WHERE event_id = NEW.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER occurrences_showing BEFORE INSERT ON occurrences FOR EACH ROW EXECUTE FUNCTION take_over_showing();
    CREATE TRIGGER event_terms_publicity BEFORE INSERT ON event_terms FOR EACH ROW EXECUTE FUNCTION take_over_publicity();
    CREATE TRIGGER events_status_passed_on AFTER UPDATE ON events FOR EACH ROW
      WHEN ((OLD.status, OLD.hide_from_listings) IS DISTINCT FROM (NEW.status, NEW.hide_from_listings)) EXECUTE FUNCTION pass_on_status()`);
}

async function countChanges(q: QueryRunner): Promise<void> {
  for (const { table, tally, columns, index, keys, counts } of TALLIES) {
    await q.query(`
      CREATE TABLE ${tally} (${columns}, amount integer NOT NULL);
      CREATE INDEX ${tally}_key_idx ON ${tally} (${index}) INCLUDE (amount);
      CREATE FUNCTION tally_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO ${tally} SELECT ${keys}, count(*) * TG_ARGV[0]::int FROM touched WHERE ${counts} GROUP BY ${keys};
        RETURN NULL;
      END $$`);
    for (const verb of ['INSERT', 'UPDATE']) await q.query(trigger(table, verb, 'NEW'));
    for (const verb of ['UPDATE', 'DELETE']) await q.query(trigger(table, verb, 'OLD'));
  }
  // For sums of occurrences that end after a day, whenever they start.
  await q.query(`
    CREATE INDEX occurrence_tallies_end_idx ON occurrence_tallies (shown_as, ends_on) INCLUDE (starts_on, amount)`);
}

const trigger = (table: string, verb: string, rows: 'NEW' | 'OLD'): string => `
  CREATE TRIGGER ${table}_${verb.toLowerCase()}_${rows.toLowerCase()}_tallied AFTER ${verb} ON ${table}
    REFERENCING ${rows} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_${table}('${rows === 'NEW' ? 1 : -1}')`;
