import { migrate, namesNow } from '@almanac/database';
import type { FileStore } from '@almanac/storage';
import type { Archive } from './archive/archive';
import type { DatabaseRecord } from './archive/manifest';
import { filesOf } from './archive/parts';
import { BackupError } from './archive/backup-error';
import { connectFor } from './databases/connection';
import { loadDatabase } from './databases/load';
import { dataSourceOf, type Service } from './databases/services';
import { ANY_TABLE, REMOVE_EVERYTHING } from './databases/tables';

interface RestoreOptions {
  archive: Archive;
  services: readonly Service[];
  /** Removes the tables that the databases have, and replaces files of the same name. */
  overwrites: boolean;
}

/**
 * Verifies a backup, then writes it into both databases and stores, and migrates them. The services must not run. After a failure the
 * databases are empty, and so are the stores if they were before.
 * @throws BackupError when the backup is unusable or a target is not empty; nothing has changed then
 */
export async function restoreBackup({ archive, services, overwrites }: RestoreOptions): Promise<void> {
  const targets = services.map((service) => ({ service, record: recordOf(archive, service) }));
  for (const { service, record } of targets) requireKnownMigrations(service, record);
  await archive.checkKey();
  await archive.checkParts();
  if (!overwrites) for (const service of services) await requireEmpty(service);
  try {
    for (const service of services) await emptyDatabase(service);
    for (const { files, name } of services)
      for await (const { key, part } of filesOf(archive, name))
        await files.put(key, await archive.read(part, { isText: false }));
    for (const { service, record } of targets) await restoreDatabase(service, archive, record);
  } catch (failure) {
    for (const service of services) await emptyDatabase(service);
    if (!overwrites) for (const { files } of services) await emptyStore(files);
    throw failure;
  }
}

async function restoreDatabase(service: Service, archive: Archive, record: DatabaseRecord): Promise<void> {
  const applied = namesNow(record.migrations, service.replaced);
  const before = service.migrations.filter(({ name }) => applied.includes(name));
  await migrateWith(service, before);
  await loadDatabase(service, archive, record);
  await migrateWith(service, service.migrations);
}

async function migrateWith(service: Service, migrations: Service['migrations']): Promise<void> {
  const source = await dataSourceOf(service, migrations).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

function recordOf({ manifest }: Archive, { name }: Service): DatabaseRecord {
  const record = manifest.databases[name];
  if (!record) throw new BackupError(`The backup ${manifest.name} has no ${name} database.`);
  return record;
}

function requireKnownMigrations({ name, migrations, replaced }: Service, record: DatabaseRecord): void {
  const known = migrations.map((migration) => migration.name);
  const unknown = namesNow(record.migrations, replaced).filter((migration) => !known.includes(migration));
  if (unknown.length > 0)
    throw new BackupError(
      `The backup of the ${name} database has migrations of another version (${unknown.join(', ')}). Restore it with the version that made it, and upgrade then.`,
    );
}

async function requireEmpty({ name, url, files }: Service): Promise<void> {
  const { rowCount } = await onDatabase(url, ANY_TABLE);
  if (rowCount)
    throw new BackupError(
      `The ${name} database is not empty. Restore into an empty one, or replace its content with --overwrite.`,
    );
  for await (const key of files.keys())
    throw new BackupError(
      `The file store of ${name} is not empty (${key}). Empty it, or replace its files with --overwrite.`,
    );
}

/** Only for a store that was empty before. */
async function emptyStore(files: FileStore): Promise<void> {
  const keys: string[] = [];
  for await (const key of files.keys()) keys.push(key);
  for (const key of keys) await files.remove(key);
}

const emptyDatabase = ({ url }: Service) => onDatabase(url, REMOVE_EVERYTHING);

async function onDatabase(url: string, statement: string) {
  const client = await connectFor(url, 'BEGIN');
  try {
    await client.query('SET LOCAL lock_timeout = 0');
    const result = await client.query(statement);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}
