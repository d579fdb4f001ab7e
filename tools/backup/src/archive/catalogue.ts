import type { FileStore } from '@almanac/storage';

/** Names of files in the folder of a backup. */
export const MANIFEST = 'manifest.json';
export const PARTS = 'parts';

/** Names of complete backups, oldest first, and of those without a manifest. */
export async function backupsIn(store: FileStore): Promise<{ complete: string[]; incomplete: string[] }> {
  const complete = new Set<string>();
  const names = new Set<string>();
  for await (const key of store.keys()) {
    const [name = '', file] = key.split('/');
    if (!BACKUP_NAME.test(name)) continue;
    names.add(name);
    if (file === MANIFEST) complete.add(name);
  }
  return { complete: [...complete].sort(), incomplete: [...names].filter((name) => !complete.has(name)).sort() };
}

/** Removes a backup, its manifest first: an interrupted removal leaves an incomplete backup, not a damaged one. */
export async function removeBackup(store: FileStore, name: string): Promise<void> {
  await store.remove(`${name}/${MANIFEST}`);
  const keys: string[] = [];
  for await (const key of store.keys()) if (key.startsWith(`${name}/`)) keys.push(key);
  for (const key of keys) await store.remove(key);
}

/** Names sort by time. */
export const backupName = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(':', '-');
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
export const timeOf = (name: string): Date => new Date(`${name.slice(0, 10)}T${name.slice(11).replaceAll('-', ':')}Z`);
