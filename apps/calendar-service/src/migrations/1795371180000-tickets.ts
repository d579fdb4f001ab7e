import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Places are counted on the ticket: booking one locks that row only, and changes neither the event nor its change feed. The constraints
 * prevent overbooking by any code (docs/decisions/0013).
 */
export class Tickets1795371180000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // A ticket may have its capacity for each occurrence of its event. Its `sold` still counts all of them, so the check of overselling
    // applies to other tickets only.
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
        description_rendered jsonb,
        per_occurrence boolean NOT NULL DEFAULT false,
        CONSTRAINT tickets_id_event_key UNIQUE (id, event_id),
        CONSTRAINT tickets_are_not_oversold CHECK (per_occurrence OR sold <= capacity),
        CONSTRAINT tickets_checked_in_are_sold CHECK (checked_in BETWEEN 0 AND sold),
        CONSTRAINT tickets_sale_ends_after_its_start CHECK (available_until >= available_from)
      );
      CREATE INDEX tickets_event_idx ON tickets (event_id, id)`);
    // Attendees refer to their ticket only: with a foreign key to the event, each booking would wait for changes of the event.
    await q.query(`
      CREATE TABLE attendees (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id integer NOT NULL,
        ticket_id integer NOT NULL,
        user_id integer,
        name text NOT NULL CONSTRAINT attendees_name_is_given CHECK (name <> ''),
        email varchar(254) NOT NULL CONSTRAINT attendees_email_is_given CHECK (email <> ''),
        status varchar(16) NOT NULL DEFAULT 'going' CONSTRAINT attendees_status_is_known CHECK (status IN ('going', 'cancelled')),
        price numeric(12, 2) NOT NULL,
        currency varchar(3) COLLATE "C" NOT NULL,
        cancel_token_hash text NOT NULL,
        checked_in_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        occurrence timestamp(0),
        CONSTRAINT attendees_ticket_fkey FOREIGN KEY (ticket_id, event_id) REFERENCES tickets (id, event_id) ON DELETE CASCADE,
        CONSTRAINT attendees_checked_in_are_going CHECK (checked_in_at IS NULL OR status = 'going')
      );
      CREATE INDEX attendees_ticket_idx ON attendees (ticket_id, id);
      CREATE INDEX attendees_event_idx ON attendees (event_id, id);
      CREATE INDEX attendees_user_idx ON attendees (user_id, event_id) WHERE user_id IS NOT NULL;
      CREATE INDEX attendees_occurrence_idx ON attendees (ticket_id, occurrence) WHERE occurrence IS NOT NULL`);
    // An e-mail address has one place of a ticket for each occurrence.
    await q.query(`
      CREATE UNIQUE INDEX attendees_going_key ON attendees (ticket_id, lower(email), coalesce(occurrence, '-infinity'::timestamp))
        WHERE status = 'going'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE attendees, tickets`);
  }
}
