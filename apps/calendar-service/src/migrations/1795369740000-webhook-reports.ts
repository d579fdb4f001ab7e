import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far changes were reported for webhooks, and the transaction that created a record, which tells new records from changed ones. */
export class WebhookReports1795369740000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // The default is set afterwards: a new column with a volatile default would rewrite the table.
    await q.query('ALTER TABLE changes ADD COLUMN first_transaction_id xid8');
    await q.query('ALTER TABLE changes ALTER COLUMN first_transaction_id SET DEFAULT pg_current_xact_id()');
    await q.query(`
      CREATE TABLE webhook_reports (
        kind varchar(16) PRIMARY KEY,
        feed uuid NOT NULL,
        transaction_id xid8 NOT NULL,
        record_id integer NOT NULL
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE webhook_reports; ALTER TABLE changes DROP COLUMN first_transaction_id');
  }
}
