import { setTimeout as sleep } from 'node:timers/promises';
import {
  BACKUP_LOCK,
  Database,
  insertColumns,
  OutsideResults,
  type RowOf,
  selectColumns,
  selectComputed,
  setColumns,
  sql,
} from '@almanac/database';
import { busy } from '@almanac/errors';
import { Jobs } from '@almanac/jobs';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { FileRemoval } from './file-removal.entity';
import { FILE_STORE } from './file-store.provider';
import { derivedFileKeys } from './image-paths';

/** How long a file may exist without a row before it counts as orphaned. */
const PENDING_FOR = '1 hour';
/** Longer than the store may take for all files of one key. Failed removals are tried again after this time. */
const CLAIMED_FOR = '10 minutes';
const SWEPT_AT_ONCE = 200;
const LEASE_TRIES = 100;
const LEASE_TRIED_EVERY_MS = 100;

const STANDS_FOR_ROW = `EXISTS (SELECT FROM images WHERE path = '/' || due.key)
  OR EXISTS (SELECT FROM attachments WHERE path = due.key AND NOT external)
  OR EXISTS (SELECT FROM imports WHERE path = due.key)`;

const UNTIL = selectComputed<{ until: string }>({ until: 'file_removals.due_at::text' });
const RESERVED = sql`${selectColumns(FileRemoval, 'file_removals', 'key')}, ${UNTIL}`;

/** A key that nobody else may use until this time. A claim of the key by someone else changes the time. */
export type Reservation = RowOf<typeof RESERVED>;

export interface NewFile {
  /** Names the content within its transaction, such as the path of an upload. */
  source: string;
  /** Comes before `reserve`, so that content that is refused takes no name. @returns work that writes the file and its derived files */
  prepare: () => Promise<(key: string) => Promise<void>>;
  reserve: () => Promise<Reservation>;
}

/**
 * Keeps files and their rows consistent, although no transaction covers both, and none waits for the store. The table `file_removals` names
 * every file that may have no row. New files are added before their first byte is written; triggers add the files of deleted rows. After a
 * crash, `sweep` removes the files that are left.
 */
@Injectable()
export class StoredFiles {
  private readonly added: OutsideResults<Reservation>;
  private readonly leases: OutsideResults<Reservation>;
  private readonly replaced: OutsideResults<void>;

  constructor(
    private readonly database: Database,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {
    this.added = new OutsideResults(database);
    this.leases = new OutsideResults(database);
    this.replaced = new OutsideResults(database);
  }

  /** Reserves the name of a file. @returns undefined when it is reserved already, or its file waits to be removed */
  async announce(key: string): Promise<Reservation | undefined> {
    const columns = insertColumns(FileRemoval, { key: '$1', dueAt: `now() + interval '${PENDING_FOR}'` });
    const statement = sql`INSERT INTO file_removals ${columns} ON CONFLICT DO NOTHING RETURNING ${RESERVED}`;
    return (await this.database.query(statement, [key]))[0];
  }

  /** Writes the file of a row that the open transaction adds. A failure of the transaction removes it. @returns its key */
  async add({ source, prepare, reserve }: NewFile): Promise<string> {
    const store = async () => {
      const write = await prepare();
      const reservation = await reserve();
      try {
        await write(reservation.key);
      } catch (failure) {
        // A store that fails is not asked again: `sweep` removes the parts.
        await this.release(reservation);
        throw failure;
      }
      return reservation;
    };
    const file = await this.added.get(source, store, async (reservation, outcome) => {
      if (outcome === 'undone') await this.giveUp(reservation);
    });
    await this.settle(file);
    return file.key;
  }

  /**
   * Replaces a file and its derived files. The open transaction is repeated once more before, so that its checks hold while no other
   * replacement runs. A failure of the transaction does not restore the old file.
   * @param source as in `NewFile`
   */
  async replace(key: string, source: string, write: () => Promise<void>): Promise<void> {
    await this.leases.get(
      key,
      () => this.lease(key),
      (lease) => this.endLease(lease),
    );
    await this.replaced.get(source, write);
  }

  /** Whether an earlier attempt of the open transaction has replaced the file. */
  isReplaced(source: string): boolean {
    return this.replaced.has(source);
  }

  /** Ends the reservations of files whose rows the open transaction adds. @throws Problem 503 when one has expired: the file may be gone */
  async settle(...files: Reservation[]): Promise<void> {
    if (files.length === 0) return;
    const statement = `DELETE FROM file_removals USING unnest($1::text[], $2::timestamptz[]) AS file (key, until)
      WHERE file_removals.key = file.key AND due_at = file.until RETURNING file.key`;
    const settled = await this.database.query(statement, columnsOf(files));
    if (settled.length < files.length) throw busy(new Error('a file was removed before its row was written'));
  }

  /** Leaves files that will get no row to `sweep`. Ignores failures, so that the caller can report the original one. */
  async release(...files: Reservation[]): Promise<void> {
    const statement = `UPDATE file_removals SET ${setColumns(FileRemoval, { dueAt: 'now()' })} FROM unnest($1::text[], $2::timestamptz[]) AS file (key, until)
      WHERE file_removals.key = file.key AND due_at = file.until`;
    await this.database.uninterrupted(() => this.database.query(statement, columnsOf(files))).catch(() => undefined);
  }

  /** Removes files that will get no row. Ignores failures, so that the caller can report the original one; `sweep` retries. */
  async giveUp(...files: Reservation[]): Promise<void> {
    await this.database.uninterrupted(async () => {
      await this.release(...files);
      for (const { key } of files) await this.remove(key).catch(() => undefined);
    });
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
    const due = sql`SELECT ${selectColumns(FileRemoval, 'file_removals', 'key')} FROM file_removals
      WHERE due_at <= now() ORDER BY due_at LIMIT ${SWEPT_AT_ONCE}`;
    const failures: unknown[] = [];
    for (const { key } of await this.database.query(due))
      await this.remove(key).catch((failure: unknown) => failures.push(failure));
    return failures;
  }

  /**
   * A reservation for much longer is that of a former release, which keeps them beside the row: not one that was made while this statement
   * waited. One that is due is nobody's.
   */
  private async lease(key: string): Promise<Reservation> {
    const columns = insertColumns(FileRemoval, { key: '$1', dueAt: `now() + interval '${CLAIMED_FOR}'` });
    const statement = sql`INSERT INTO file_removals ${columns}
      ON CONFLICT (key) DO UPDATE SET ${setColumns(FileRemoval, { dueAt: 'EXCLUDED.due_at' })}
        WHERE file_removals.due_at > EXCLUDED.due_at + interval '1 minute' OR file_removals.due_at <= now()
      RETURNING ${RESERVED}`;
    for (let tries = 1; tries <= LEASE_TRIES; tries += 1) {
      const [lease] = await this.database.query(statement, [key]);
      if (lease) return lease;
      await sleep(LEASE_TRIED_EVERY_MS);
    }
    throw busy();
  }

  /** The row may be deleted meanwhile, and its files removed before the new ones were written. */
  private async endLease({ key, until }: Reservation): Promise<void> {
    const statement = `INSERT INTO file_removals ${insertColumns(FileRemoval, { key: '$1' })}
      ON CONFLICT (key) DO UPDATE SET ${setColumns(FileRemoval, { dueAt: 'now()' })} WHERE file_removals.due_at = $2::timestamptz`;
    await this.database.query(statement, [key, until]);
    await this.remove(key);
  }

  /**
   * Removes a file if it is due. Its name stays in `file_removals` until the file is gone. Otherwise a new file of that name could be
   * written and then removed. A name that was announced again is not due. While a backup runs, the file stays for a later sweep.
   */
  private async remove(key: string): Promise<void> {
    const claim = sql`WITH due AS (
        SELECT key FROM file_removals WHERE key = $1 AND due_at <= now() AND pg_try_advisory_xact_lock_shared(${BACKUP_LOCK})
          FOR UPDATE SKIP LOCKED),
      judged AS (SELECT key, ${STANDS_FOR_ROW} AS used FROM due),
      kept AS (DELETE FROM file_removals USING judged WHERE file_removals.key = judged.key AND used)
      UPDATE file_removals SET ${setColumns(FileRemoval, { dueAt: `now() + interval '${CLAIMED_FOR}'` })} FROM judged
        WHERE file_removals.key = judged.key AND NOT used RETURNING ${UNTIL}`;
    const [claimed] = await this.database.write(claim, [key]);
    if (!claimed) return;
    for (const file of [key, ...derivedFileKeys(key)]) await this.files.remove(file);
    const end = 'DELETE FROM file_removals WHERE key = $1 AND due_at = $2::timestamptz';
    await this.database.query(end, [key, claimed.until]);
  }
}

const columnsOf = (files: readonly Reservation[]) => [files.map(({ key }) => key), files.map(({ until }) => until)];

const EVERY_SECONDS = 60;

/** Periodic task that removes orphaned files. */
@Injectable()
export class FileSweeper implements OnModuleInit {
  private readonly logger = new Logger('files');

  constructor(
    private readonly files: StoredFiles,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'files.sweep', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const failure of await this.files.sweep()) this.logger.warn(`a file could not be removed: ${String(failure)}`);
  }
}
