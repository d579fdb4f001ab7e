import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@almanac/runtime';
import { openFileStore } from '@almanac/storage';
import { Archive } from './archive/archive';
import { backupsIn } from './archive/catalogue';
import { newKeys } from './archive/encryption';
import { BackupError } from './archive/backup-error';
import { createBackup, removeOldBackups } from './create-backup';
import { recordRun } from './databases/runs';
import { servicesOf } from './databases/services';
import { restoreBackup } from './restore-backup';
import { readArchiveSettings, readBackupSettings } from './settings';
import { verifyBackup } from './verify-backup';

/** `package.json` of the repository, or of the built program. */
const PACKAGE = path.resolve(__dirname, '../../../package.json');

async function backup(name: string | undefined, verifies: boolean): Promise<void> {
  if (verifies) return verify(name);
  if (name !== undefined) throw new BackupError('A backup gets its name by itself. Add --verify to read one.');
  const settings = readBackupSettings(process.env);
  const target = openFileStore(settings.backupUrl, { creates: settings.storageCreate });
  const manifest = await recorded(settings.databaseUrl, () =>
    createBackup({ services: servicesOf(settings), target, recipient: settings.recipient, version: version() }),
  );
  console.log(`The backup ${manifest.name} is complete.`);
  for (const [database, { tables, files }] of Object.entries(manifest.databases)) {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${database}: ${rows} rows of ${tables.length} tables, ${files.count} files with ${files.bytes} bytes`);
    if (files.missing > 0)
      console.error(`${database}: ${files.missing} files were not in the store: ${files.someMissing.join(', ')}`);
  }
  for (const old of await removeOldBackups(target, settings.keep)) console.log(`The old backup ${old} was removed.`);
}

/** The outcome of the run is recorded, too. A backup is not lost because that fails, as with a database that lacks the newest migrations. */
async function recorded<T>(databaseUrl: string, run: () => Promise<T>): Promise<T> {
  const record = (isComplete: boolean) =>
    recordRun(databaseUrl, isComplete).catch((failure: unknown) =>
      console.error(`The run is not recorded: ${failure instanceof Error ? failure.message : String(failure)}`),
    );
  try {
    const made = await run();
    await record(true);
    return made;
  } catch (failure) {
    await record(false);
    throw failure;
  }
}

/** Of this program. */
function version(): string {
  const found: unknown = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown';
}

async function verify(name: string | undefined): Promise<void> {
  const { backupUrl, identity } = readArchiveSettings(process.env);
  const archive = await openArchive(backupUrl, name, identity);
  const { parts, bytes, isRead } = await verifyBackup(archive, identity !== undefined);
  console.log(`The backup ${archive.manifest.name} is intact: ${parts} parts with ${bytes} bytes.`);
  if (!isRead) console.log('Its content was not read, because BACKUP_IDENTITY_FILE is not set.');
}

async function restore(name: string | undefined, overwrites: boolean): Promise<void> {
  const settings = readBackupSettings(process.env);
  const archive = await openArchive(settings.backupUrl, name, settings.identity);
  const services = servicesOf(settings, { creates: settings.storageCreate });
  await restoreBackup({ archive, services, overwrites });
  console.log(`The backup ${archive.manifest.name} is restored. Start the services.`);
}

async function list(): Promise<void> {
  const { complete } = await backupsIn(openFileStore(readArchiveSettings(process.env).backupUrl));
  for (const name of complete) console.log(name);
}

async function keys(): Promise<void> {
  const { identity, recipient } = await newKeys();
  console.log(`# Keep this file away from the backups. BACKUP_RECIPIENT=${recipient}\n${identity}`);
}

async function openArchive(backupUrl: string, named: string | undefined, identity: string | undefined) {
  const store = openFileStore(backupUrl);
  const name = named ?? (await backupsIn(store)).complete.at(-1);
  if (name === undefined) throw new BackupError('There is no complete backup.');
  return Archive.open(store, name, identity);
}

/** The commands of the program (docs/runbook.md). */
export const COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    summary: 'copies both databases and all files to BACKUP_URL; with --verify reads a backup, the newest unless named',
    takes: ['name?'],
    options: ['verify'],
    run: ({ values: [name], switches }) => backup(name, switches.has('verify')),
  },
  restore: {
    summary: 'writes a backup, the newest unless named, into the databases and file stores',
    takes: ['name?'],
    options: ['overwrite'],
    run: ({ values: [name], switches }) => restore(name, switches.has('overwrite')),
  },
  list: { summary: 'prints the names of all complete backups', run: list },
  keys: { summary: 'prints a new pair of keys', run: keys },
};
