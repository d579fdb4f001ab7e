import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 5_000;

/** Dates the changes of events that were noted without a date, and notes events that never were. Lists by the last change then use its index. */
export class DatesOfEvents1795370100000 implements MigrationInterface {
  /** Each batch is a transaction of its own, so that it locks few events, and `CONCURRENTLY` is not possible inside one. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (let last: number | null = 0; last !== null;) {
      const batches: { last: number | null }[] = await q.manager.query<{ last: number | null }[]>(
        `WITH batch AS MATERIALIZED (SELECT * FROM events WHERE id > $1 ORDER BY id LIMIT ${BATCH}), noted AS (
          INSERT INTO changes (kind, record_id, first_transaction_id, modified_at, was_public, was_private, authors)
            SELECT 'event', id, NULL, modified_at, status = 'publish' AND NOT hide_from_listings,
              status = 'private' AND NOT hide_from_listings, ARRAY[author_id] FROM batch ORDER BY id
            ON CONFLICT (kind, record_id) DO UPDATE SET modified_at = EXCLUDED.modified_at WHERE changes.modified_at IS NULL)
        SELECT max(id) AS last FROM batch`,
        [last],
      );
      last = batches[0]?.last ?? null;
    }
    await createIndexConcurrently(q, 'changes_modified_idx', `changes (modified_at, record_id) WHERE kind = 'event'`);
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS events_modified_idx');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX events_modified_idx ON events (modified_at, id); DROP INDEX changes_modified_idx');
  }
}
