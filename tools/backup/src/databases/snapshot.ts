import { Readable } from 'node:stream';
import { type Client, DatabaseError } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK, MIGRATION_LOCK } from '@almanac/database';
import type { ArchiveWriter } from '../archive/archive-writer';
import { linesOf } from '../archive/lines';
import type { DatabaseRecord, FileRecord, TableRecord } from '../archive/manifest';
import { fileListPart, filePart, tablePart } from '../archive/parts';
import { BackupError } from '../archive/backup-error';
import { connectFor } from './connection';
import type { Service } from './services';
import { TABLES } from './tables';

const MAX_LISTED = 100;
const LOCK_WAIT_MS = 60_000;
const LOCK_TIMEOUT = '55P03';

type Facts = Omit<DatabaseRecord, 'tables' | 'sequences' | 'files'>;

/** The rows of one moment. Until `close`, migrations wait and removed files stay in the store. */
export class Snapshot {
  private facts: Facts | undefined;

  private constructor(
    private readonly service: Service,
    private readonly guard: Client,
    private readonly reader: Client,
  ) {}

  /** @throws BackupError when another backup or a migration runs */
  static async prepare(service: Service): Promise<Snapshot> {
    const guard = await connectFor(service.url, 'BEGIN');
    try {
      await lock(guard, service.name);
      return new Snapshot(
        service,
        guard,
        await connectFor(service.url, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
      );
    } catch (failure) {
      await guard.end();
      throw failure;
    }
  }

  /** The first query of the transaction decides which rows it sees. */
  async take(): Promise<void> {
    const { rows } = await this.reader.query<Facts>(
      `SELECT to_json(clock_timestamp()) #>> '{}' AS "takenAt", current_setting('server_version') AS server,
         (SELECT array_agg(name ORDER BY id) FROM migrations) AS migrations`,
    );
    this.facts = rows[0];
  }

  /** Writes all rows, then all files that they name. */
  async copyTo(archive: ArchiveWriter): Promise<DatabaseRecord> {
    if (!this.facts) throw new Error('the snapshot was not taken');
    const { rows } = await this.reader.query<Omit<TableRecord, 'rows'>>(TABLES);
    const tables: TableRecord[] = [];
    for (const table of rows) tables.push({ ...table, rows: await this.copyTable(archive, table) });
    // Sequences do not belong to a snapshot. Read after the rows, they are never behind them.
    const sequences = await this.reader.query<{ name: string; value: string }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
       WHERE schemaname IN ('public', 'jobs') AND last_value IS NOT NULL ORDER BY 1`,
    );
    const files = await this.copyFiles(archive);
    // Fails when the connection was lost meanwhile, and with it the protection of the files.
    await this.guard.query('COMMIT');
    return { ...this.facts, tables, sequences: sequences.rows, files };
  }

  async close(): Promise<void> {
    await Promise.all([this.guard.end(), this.reader.end()]);
  }

  private async copyTable(archive: ArchiveWriter, { name, columns }: Omit<TableRecord, 'rows'>): Promise<number> {
    const rows = this.reader.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`));
    await archive.write(tablePart(this.service.name, name), rows, { isText: true });
    return rows.rowCount;
  }

  private async copyFiles(archive: ArchiveWriter): Promise<DatabaseRecord['files']> {
    const sum: DatabaseRecord['files'] = { count: 0, bytes: 0, missing: 0, someMissing: [] };
    const list = Readable.from(this.copyEach(archive, sum), { objectMode: false });
    await archive.write(fileListPart(this.service.name), list, { isText: true });
    return sum;
  }

  /** Copies one file after the other, and gives the lines of their list. */
  private async *copyEach(archive: ArchiveWriter, sum: DatabaseRecord['files']): AsyncGenerator<Buffer> {
    const keys = this.reader.query(copyTo(`COPY (${this.service.fileKeys}) TO STDOUT`));
    for await (const key of linesOf(keys)) {
      for (const file of [key, ...this.service.keysBeside(key)]) {
        const content = await this.service.files.read(file);
        if (content) {
          const part = filePart(this.service.name, sum.count);
          const { bytes } = await archive.write(part, content, { isText: false });
          sum.count += 1;
          sum.bytes += bytes;
          const record: FileRecord = { key: file, part };
          yield Buffer.from(`${JSON.stringify(record)}\n`);
        } else if (file === key) {
          sum.missing += 1;
          if (sum.missing <= MAX_LISTED) sum.someMissing.push(file);
        }
      }
    }
  }
}

async function lock(guard: Client, name: string): Promise<void> {
  await guard.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  const steps = [
    [`SELECT pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`, `The database "${name}" is being migrated.`],
    [`SELECT pg_advisory_xact_lock(${BACKUP_LOCK})`, `Another backup of the database "${name}" runs.`],
  ] as const;
  for (const [statement, reason] of steps)
    await guard.query(statement).catch((cause: unknown) => {
      if (!(cause instanceof DatabaseError) || cause.code !== LOCK_TIMEOUT) throw cause;
      throw new BackupError(`${reason} Try again later.`, { cause });
    });
}
