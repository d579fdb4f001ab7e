import { columnNames, Database, selectColumns, setColumns, sql } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ALL_KINDS } from '../../content/kinds/item-kinds';
import { ContentItem } from '../../content/kinds/shared-columns';
import { SearchReindexing } from './search.entity';

/** Items whose entries are built at a time. Saves of these items wait meanwhile. */
const BATCH = 20;
const PARTS = '{n,b,d,t}';

/** Builds the entries of all items anew from now on. Entries that are right stay as they are. */
export async function requestReindexing(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO search_reindexing (${columnNames(SearchReindexing, 'itemType')}) SELECT unnest($1::"char"[])
     ON CONFLICT (item_type) DO UPDATE SET ${setColumns(SearchReindexing, { afterId: '0' })}`,
    [ALL_KINDS.map(({ code }) => code)],
  );
}

/**
 * Builds entries in batches until all are done. Several processes may work at once: they take turns.
 * @returns the number of items that this call has indexed
 */
export async function workOffReindexing(database: Database, stopping?: AbortSignal): Promise<number> {
  let items = 0;
  for (;;) {
    if (stopping?.aborted) return items;
    const indexed = await database.withLongTimeouts(() => indexBatch(database));
    if (indexed === undefined) return items;
    items += indexed;
  }
}

/** @returns undefined when nothing was left */
const indexBatch = (database: Database): Promise<number | undefined> =>
  database.transaction(async () => {
    const [progress] = await database.query(
      sql`SELECT ${selectColumns(SearchReindexing, 'progress')} FROM search_reindexing progress ORDER BY item_type LIMIT 1 FOR UPDATE`,
    );
    if (!progress) return (await isDone(database)) ? undefined : 0;
    const kind = ALL_KINDS.find(({ code }) => code === progress.itemType);
    const rows = kind
      ? await database.query(
          sql`SELECT ${selectColumns(ContentItem, 'item', 'id')} FROM ${kind.table} item WHERE id > $1 ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`,
          [progress.afterId],
        )
      : [];
    const last = rows.at(-1);
    if (last) {
      await database.query(`SELECT search_refresh($1::"char", $2, $3)`, [
        progress.itemType,
        rows.map(({ id }) => id),
        PARTS,
      ]);
      await database.query(
        `UPDATE search_reindexing SET ${setColumns(SearchReindexing, { afterId: '$2' })} WHERE item_type = $1::"char"`,
        [progress.itemType, last.id],
      );
    } else await database.query('DELETE FROM search_reindexing WHERE item_type = $1::"char"', [progress.itemType]);
    return rows.length;
  });

/** Another process may have finished the kind for which this one has waited. */
async function isDone(database: Database): Promise<boolean> {
  return (await database.query('SELECT FROM search_reindexing LIMIT 1')).length === 0;
}

const EVERY_SECONDS = 3_600;

/** Periodic task: indexes items anew after a migration has changed the words of the index. It runs when a process starts. */
@Injectable()
export class ReindexingTask implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'search.reindex', async (stopping) => {
      await workOffReindexing(this.database, stopping);
    });
  }
}
