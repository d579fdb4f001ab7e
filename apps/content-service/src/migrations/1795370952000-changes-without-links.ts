import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of addresses without links wait for the periodic task, so many of them may wait (docs/decisions/0011). */
export class ChangesWithoutLinks1795370952000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE address_changes ADD COLUMN IF NOT EXISTS was_linked boolean NOT NULL DEFAULT true');
    await q.query(
      `COMMENT ON COLUMN address_changes.was_linked IS 'false if no item linked to the old address at the time of the change'`,
    );
    // For the changes of the own transaction, and for those that a job is about to process.
    await createIndexConcurrently(q, 'address_changes_changed_in_idx', 'address_changes (changed_in)');
    await createIndexConcurrently(q, 'address_changes_was_linked_idx', 'address_changes (changed_in) WHERE was_linked');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX address_changes_changed_in_idx');
    await q.query('ALTER TABLE address_changes DROP COLUMN was_linked');
  }
}
