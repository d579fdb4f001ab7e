import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Attendees1763800000024 implements MigrationInterface {
  // Attendees refer to their ticket only: with a foreign key to the event, each booking would wait for changes of the event.
  async up(q: QueryRunner): Promise<void> {
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
        CONSTRAINT attendees_ticket_fkey FOREIGN KEY (ticket_id, event_id) REFERENCES tickets (id, event_id) ON DELETE CASCADE,
        CONSTRAINT attendees_checked_in_are_going CHECK (checked_in_at IS NULL OR status = 'going')
      )`);
    await q.query(
      `CREATE UNIQUE INDEX attendees_going_key ON attendees (ticket_id, lower(email)) WHERE status = 'going'`,
    );
    await q.query(`CREATE INDEX attendees_ticket_idx ON attendees (ticket_id, id)`);
    await q.query(`CREATE INDEX attendees_event_idx ON attendees (event_id, id)`);
    await q.query(`CREATE INDEX attendees_user_idx ON attendees (user_id, event_id) WHERE user_id IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE attendees`);
  }
}
