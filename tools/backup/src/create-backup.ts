import type { FileStore } from '@almanac/storage';
import { ArchiveWriter } from './archive/archive-writer';
import { backupName, backupsIn, removeBackup, timeOf } from './archive/catalogue';
import type { DatabaseRecord, Manifest } from './archive/manifest';
import { BackupError } from './archive/backup-error';
import type { Service } from './databases/services';
import { Snapshot } from './databases/snapshot';

/** An incomplete backup may be one that another program is still writing. */
const INCOMPLETE_FOR_MS = 86_400_000;

interface BackupOptions {
  services: readonly Service[];
  target: FileStore;
  recipient: string | null;
  /** Of the program. */
  version: string;
  now?: Date;
}

/** Copies the rows of one moment, and the files that they name. The services may run meanwhile. */
export async function createBackup({ services, target, recipient, version, now }: BackupOptions): Promise<Manifest> {
  const name = backupName(now ?? new Date());
  if ((await backupsIn(target)).complete.includes(name)) throw new BackupError(`There is already a backup ${name}.`);
  const archive = await ArchiveWriter.begin(target, name, recipient);
  const snapshots: { service: Service; snapshot: Snapshot }[] = [];
  try {
    for (const service of services) snapshots.push({ service, snapshot: await Snapshot.prepare(service) });
    // One directly after the other, so that they differ by milliseconds.
    for (const { snapshot } of snapshots) await snapshot.take();
    const databases: Record<string, DatabaseRecord> = {};
    for (const { service, snapshot } of snapshots) databases[service.name] = await snapshot.copyTo(archive);
    return await archive.finish({ version, finishedAt: new Date().toISOString(), databases });
  } catch (failure) {
    await removeBackup(target, name);
    throw failure;
  } finally {
    await Promise.all(snapshots.map(({ snapshot }) => snapshot.close()));
    await archive.close();
  }
}

/**
 * Removes all complete backups but the newest ones, and incomplete ones of yesterday and before.
 * @param keep 0 keeps all complete ones
 * @returns the names of the removed backups
 */
export async function removeOldBackups(store: FileStore, keep: number, now = new Date()): Promise<string[]> {
  const { complete, incomplete } = await backupsIn(store);
  const old = [
    ...(keep === 0 ? [] : complete.slice(0, -keep)),
    ...incomplete.filter((name) => now.getTime() - timeOf(name).getTime() > INCOMPLETE_FOR_MS),
  ];
  for (const name of old) await removeBackup(store, name);
  return old;
}
