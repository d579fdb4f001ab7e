import type { Readable } from 'node:stream';
import { BACKUP_LOCK, Database } from '@almanac/database';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { derivedKeys } from '../images/image-paths';
import { FILE_STORE } from './file-store.provider';

/** How long a file may exist without a row before it counts as orphaned. */
const PENDING_FOR = '1 hour';
const RETRY_AFTER = '10 minutes';
const SWEPT_AT_ONCE = 200;

const STANDS_FOR_ROW = `EXISTS (SELECT FROM images WHERE path = '/' || taken.key)
  OR EXISTS (SELECT FROM attachments WHERE path = taken.key AND NOT external)
  OR EXISTS (SELECT FROM imports WHERE path = taken.key)`;

/**
 * Keeps files and their rows consistent, although no transaction covers both. The table `file_removals` names every file that may have
 * no row. Uploads are added before their first byte is written; triggers add the files of deleted rows. After a crash, `sweep` removes
 * the files that are left.
 */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly database: Database,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /**
   * Reserves the name of a file before it is written. Outside a transaction, the reservation survives a crash of the process.
   * @returns false when the name is reserved already or its file is waiting to be removed
   */
  async announce(key: string): Promise<boolean> {
    const sql = `INSERT INTO file_removals (key, due_at) VALUES ($1, now() + interval '${PENDING_FOR}') ON CONFLICT DO NOTHING RETURNING key`;
    return (await this.database.query(sql, [key])).length > 0;
  }

  /** Runs the work that an announced file belongs to. Removes the file if the work fails. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      await this.giveUp(key);
      throw failure;
    }
  }

  /** Removes announced files that will get no row. Ignores failures, so that the caller can report the original one; `sweep` retries. */
  async giveUp(...keys: string[]): Promise<void> {
    await this.database.uninterrupted(async () => {
      for (const key of keys)
        await this.database
          .query('UPDATE file_removals SET due_at = now() WHERE key = $1', [key])
          .then(() => this.remove(key))
          .catch(() => undefined);
    });
  }

  /** Writes a file whose row is in the open transaction. A rollback removes the file; it stays when the outcome of the commit is unknown. */
  write(key: string, content: Readable | Uint8Array): Promise<void> {
    return this.writing(key, () => this.files.put(key, content));
  }

  /** The same for a file that `put` writes together with its derived files. */
  async writing(key: string, put: () => Promise<void>): Promise<void> {
    this.database.afterRollback(async (isUndone) => {
      for (const file of isUndone ? [key, ...derivedKeys(key)] : []) await this.files.remove(file);
    });
    await put();
  }

  /** Removes the file of a deleted row and its derived files, once the open transaction is committed. */
  async removeAfterCommit(key: string): Promise<void> {
    await this.database.afterCommit(() => this.remove(key));
  }

  /**
   * Removes files without a row. Safe to run on several replicas at any time.
   * @returns the failures; these files are tried again later
   */
  async sweep(): Promise<unknown[]> {
    const sql = `SELECT key FROM file_removals WHERE due_at <= now() ORDER BY due_at LIMIT ${SWEPT_AT_ONCE}`;
    const failures: unknown[] = [];
    for (const { key } of await this.database.query<{ key: string }>(sql)) {
      await this.remove(key).catch(async (failure: unknown) => {
        failures.push(failure);
        await this.database.query(
          `UPDATE file_removals SET due_at = now() + interval '${RETRY_AFTER}' WHERE key = $1`,
          [key],
        );
      });
    }
    return failures;
  }

  /**
   * Removes a file if it is due. Its name stays locked in `file_removals` until the file is gone. Otherwise a new file of that name could be
   * written and then removed. A name that was announced again is not due. While a backup runs, the file stays for a later sweep.
   */
  private remove(key: string): Promise<void> {
    const sql = `WITH taken AS (
        DELETE FROM file_removals WHERE pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) AND key = (
          SELECT key FROM file_removals WHERE key = $1 AND due_at <= now() FOR UPDATE SKIP LOCKED) RETURNING key)
      SELECT ${STANDS_FOR_ROW} AS used FROM taken`;
    return this.database.transaction(async () => {
      const [taken] = await this.database.query<{ used: boolean }>(sql, [key]);
      if (!taken || taken.used) return;
      for (const file of [key, ...derivedKeys(key)]) await this.files.remove(file);
    });
  }
}
