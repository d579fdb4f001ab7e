import type { Readable } from 'node:stream';
import { Database } from '@almanac/database';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { derivedKeys } from '../images/image-paths';
import { FILE_STORE } from './file-store.provider';

/** How long a file may lie without a row before it counts as left behind. */
const PENDING_FOR = '1 hour';
const RETRY_AFTER = '10 minutes';
const SWEPT_AT_ONCE = 200;

const STANDS_FOR_ROW = `EXISTS (SELECT FROM images WHERE path = '/' || taken.key)
  OR EXISTS (SELECT FROM attachments WHERE path = taken.key AND NOT external)
  OR EXISTS (SELECT FROM imports WHERE path = taken.key)`;

/**
 * Keeps files and the rows that stand for them together, although no transaction holds both. The table `file_removals` names every file
 * that may have no row: uploads from before their first byte is written, and what triggers put there when a row goes. Whatever ends a
 * process in between, `sweep` finds the file later.
 */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly database: Database,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Reserves a name for a file that is about to be written. Called outside of a transaction it outlives the process.
   * @returns false when the name is being written to or removed by somebody else
   */
  async announce(key: string): Promise<boolean> {
    const sql = `INSERT INTO file_removals (key, due_at) VALUES ($1, now() + interval '${PENDING_FOR}') ON CONFLICT DO NOTHING RETURNING key`;
    return (await this.database.query(sql, [key])).length > 0;
  }

  /** Does the work that an announced file is for; when it fails, the file goes. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      await this.giveUp(key);
      throw failure;
    }
  }

  /** Removes announced files whose rows will not come. What fails here is left to the sweep; the caller must hear of the first failure. */
  async giveUp(...keys: string[]): Promise<void> {
    await this.database.regardless(async () => {
      for (const key of keys)
        await this.database
          .query('UPDATE file_removals SET due_at = now() WHERE key = $1', [key])
          .then(() => this.remove(key))
          .catch(() => undefined);
    });
  }

  /** Writes a file whose row is in the open transaction; the file goes when the row does not stay, and stays when nobody knows. */
  write(key: string, content: Readable | Uint8Array): Promise<void> {
    return this.writing(key, () => this.files.put(key, content));
  }

  /** The same for a file that `put` writes, with others that belong to it. */
  async writing(key: string, put: () => Promise<void>): Promise<void> {
    this.database.afterRollback(async (isUndone) => {
      for (const file of isUndone ? [key, ...derivedKeys(key)] : []) await this.files.remove(file);
    });
    await put();
  }

  /** Removes the file of a deleted row, and what was made of it, once the open transaction is committed. */
  async removeAfterCommit(key: string): Promise<void> {
    await this.database.afterCommit(() => this.remove(key));
  }

  /**
   * Removes files that nothing stands for. Safe to run anywhere at any time.
   * @returns what could not be removed now; it is tried again later
   */
  async sweep(): Promise<unknown[]> {
    const sql = `SELECT key FROM file_removals WHERE due_at <= now() ORDER BY due_at LIMIT ${SWEPT_AT_ONCE}`;
    const failures: unknown[] = [];
    for (const { key } of await this.database.query<{ key: string }>(sql)) {
      await this.remove(key).catch(async (failure: unknown) => {
        failures.push(failure);
        await this.database.query(`UPDATE file_removals SET due_at = now() + interval '${RETRY_AFTER}' WHERE key = $1`, [key]);
      });
    }
    return failures;
  }

  /**
   * Removes a file if that is due. Until it is really gone its name stays locked in the table, so that nobody writes a new file which this
   * would remove; and when somebody has announced the name anew, it is not due.
   */
  private remove(key: string): Promise<void> {
    const sql = `WITH taken AS (
        DELETE FROM file_removals WHERE key = (
          SELECT key FROM file_removals WHERE key = $1 AND due_at <= now() FOR UPDATE SKIP LOCKED) RETURNING key)
      SELECT ${STANDS_FOR_ROW} AS used FROM taken`;
    return this.database.transaction(async () => {
      const [taken] = await this.database.query<{ used: boolean }>(sql, [key]);
      if (!taken || taken.used) return;
      for (const file of [key, ...derivedKeys(key)]) await this.files.remove(file);
    });
  }
}
