import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { gauge } from '@almanac/observability';
import { Injectable } from '@nestjs/common';
import type { RecordNoun } from '../record/record';
import { StoredChange } from './change.entity';

/** SQL for a column of the change log, of the event with this table alias. */
export const ofLastChange = (column: 'modified_at' | 'raised', alias: string): string =>
  `(SELECT ${column} FROM changes WHERE kind = 'event' AND record_id = ${alias}.id)`;

/** A join with the same row as `change`, for lists ordered or filtered by the last change. */
export const LAST_CHANGE = `JOIN changes change ON change.kind = 'event' AND change.record_id = event.id`;

export interface ChangePage {
  feed: string;
  /** The last transaction with purged changes. */
  forgotten: bigint;
  /** Every transaction before this one has ended, so no further change can appear before it. */
  horizon: bigint;
  changes: Change[];
}

export interface Change extends Pick<StoredChange, 'recordId' | 'changedAt' | 'wasPublic' | 'wasPrivate' | 'authors'> {
  transaction: bigint;
  /** The transaction that created the record; null for records from before this was stored. */
  firstTransaction: bigint | null;
}

const FEED_COLUMNS = selectComputed<{ feed: string; forgotten: string; horizon: string }>({
  feed: 'feed.id',
  forgotten: 'feed.forgotten::text',
  horizon: 'feed.horizon::text',
});

const CHANGE_COLUMNS = sql`${selectColumns(StoredChange, 'logged', 'recordId', 'changedAt', 'wasPublic', 'wasPrivate', 'authors')},
  ${selectComputed<{ transaction: string; firstTransaction: string | null }>({
    transaction: 'logged.transaction_id::text',
    firstTransaction: 'logged.first_transaction_id::text',
  })}`;

/** The age of the oldest committed change behind the horizon. */
const LAG = sql`SELECT ${selectComputed<{ seconds: number }>({ seconds: 'coalesce(extract(epoch FROM now() - min(changed_at)), 0)::float8' })} FROM changes
  WHERE kind IN ('event', 'venue', 'organizer') AND transaction_id >= pg_snapshot_xmin(pg_current_snapshot())`;

/** Every query about changes. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {
    gauge(
      'almanac_change_feed_lag_seconds',
      'How long the oldest change is missing in the feed of changes.',
      async () => {
        const [row] = await this.database.query(LAG);
        return row?.seconds ?? 0;
      },
    );
  }

  /** Changes after a position, in the order of their transaction ids; one snapshot covers the whole page. */
  async page(kind: RecordNoun, after: { transaction: bigint; recordId: number }, limit: number): Promise<ChangePage> {
    // Without changes, the left join gives one row with the state of the feed.
    const rows = await this.database.query(
      sql`SELECT ${FEED_COLUMNS}, ${selectComputed<{ isChange: boolean }>({ isChange: 'change."recordId" IS NOT NULL' })}, change.*
        FROM (SELECT id, forgotten, pg_snapshot_xmin(pg_current_snapshot()) AS horizon FROM change_feed) feed
        LEFT JOIN LATERAL (
          SELECT ${CHANGE_COLUMNS} FROM changes logged
            WHERE kind = $1 AND (transaction_id, record_id) > ($2::xid8, $3::integer) AND transaction_id < feed.horizon
            ORDER BY transaction_id, record_id LIMIT $4) change ON TRUE
        ORDER BY change.transaction::xid8, change."recordId"`,
      [kind, after.transaction.toString(), after.recordId, limit],
    );
    const [first] = rows;
    if (!first) throw new Error('the change feed is not set up');
    const changes = rows
      .filter(({ isChange }) => isChange)
      .map(({ transaction, firstTransaction, recordId, changedAt, wasPublic, wasPrivate, authors }) => ({
        recordId,
        transaction: BigInt(transaction),
        firstTransaction: firstTransaction === null ? null : BigInt(firstTransaction),
        changedAt,
        wasPublic,
        wasPrivate,
        authors,
      }));
    return { feed: first.feed, forgotten: BigInt(first.forgotten), horizon: BigInt(first.horizon), changes };
  }

  /** Purges changes of records that have been gone for more than this number of days. */
  async forget(days: number): Promise<void> {
    await this.database.query(
      `WITH gone AS (DELETE FROM changes WHERE is_gone AND changed_at < now() - make_interval(days => $1) RETURNING transaction_id)
        UPDATE change_feed SET forgotten = greatest(forgotten, (SELECT transaction_id FROM gone ORDER BY transaction_id DESC LIMIT 1))
        WHERE EXISTS (SELECT 1 FROM gone)`,
      [days],
    );
  }

  /** A restored database may count transactions from a lower number. Changes with higher numbers would stay hidden until the counter reaches them. */
  async startAnewAfterRestore(): Promise<void> {
    await this.database.query(
      `WITH renewed AS (
          UPDATE changes SET transaction_id = pg_current_xact_id() WHERE transaction_id > pg_current_xact_id() RETURNING record_id)
        UPDATE change_feed SET id = gen_random_uuid(), forgotten = '0' WHERE EXISTS (SELECT 1 FROM renewed)`,
    );
  }
}
