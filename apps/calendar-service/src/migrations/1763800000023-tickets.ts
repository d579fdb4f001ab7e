import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tickets1763800000023 implements MigrationInterface {
  // Places are counted on the ticket: booking one locks that row only, and changes neither the event nor its change feed. The constraints prevent
  // overbooking whatever the code does. Events store whether they have tickets, so that lists without tickets need no further query.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE events ADD ticketed boolean NOT NULL DEFAULT false`);
    await q.query(`CREATE INDEX events_ticketed_idx ON events (id) WHERE ticketed`);
    await q.query(`
      CREATE TABLE tickets (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id integer NOT NULL CONSTRAINT tickets_event_id_fkey REFERENCES events ON DELETE CASCADE,
        name text NOT NULL CONSTRAINT tickets_name_is_given CHECK (name <> ''),
        description text NOT NULL DEFAULT '',
        price numeric(12, 2) NOT NULL DEFAULT 0 CONSTRAINT tickets_price_is_not_negative CHECK (price >= 0),
        currency varchar(3) COLLATE "C" NOT NULL DEFAULT '',
        capacity integer CONSTRAINT tickets_capacity_is_not_negative CHECK (capacity >= 0),
        sold integer NOT NULL DEFAULT 0 CONSTRAINT tickets_sold_is_not_negative CHECK (sold >= 0),
        checked_in integer NOT NULL DEFAULT 0,
        available_from timestamptz(0),
        available_until timestamptz(0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT tickets_id_event_key UNIQUE (id, event_id),
        CONSTRAINT tickets_are_not_oversold CHECK (sold <= capacity),
        CONSTRAINT tickets_checked_in_are_sold CHECK (checked_in BETWEEN 0 AND sold),
        CONSTRAINT tickets_sale_ends_after_its_start CHECK (available_until >= available_from)
      )`);
    await q.query(`CREATE INDEX tickets_event_idx ON tickets (event_id, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE tickets`);
    await q.query(`ALTER TABLE events DROP ticketed`);
  }
}
