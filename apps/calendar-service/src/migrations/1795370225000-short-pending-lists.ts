import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = ['events_search_idx', 'venues_texts_idx', 'organizers_texts_idx'];

/** Each scan reads the new entries of a GIN index one by one. With a long list of them, PostgreSQL prefers to read the whole table. */
export class ShortPendingLists1795370225000 implements MigrationInterface {
  /** The lock of an index keeps readers out. One transaction with all three locks could deadlock with readers of several tables. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const index of INDEXES) await q.query(alter(index, 'SET (gin_pending_list_limit = 1024)'));
  }

  async down(q: QueryRunner): Promise<void> {
    for (const index of INDEXES) await q.query(alter(index, 'RESET (gin_pending_list_limit)'));
  }
}

/** Both statements are one transaction. It waits no longer than other migrations, because readers wait behind it. */
const alter = (index: string, change: string): string =>
  `SET LOCAL lock_timeout = '2s'; ALTER INDEX ${index} ${change}`;
