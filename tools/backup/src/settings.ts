import { readFileSync } from 'node:fs';
import { DATABASE_URL, type Environment, readSettings, type SettingsReader } from '@almanac/runtime';
import { checkStoreUrl, STORE_SCHEMES, storeUrlBelow } from '@almanac/storage';
import { checkIdentity, checkRecipient } from './archive/encryption';

/** The settings of the services that name data, and those of backups (docs/runbook.md). @throws SettingsError listing every fault */
export const readBackupSettings = (env: Environment) =>
  readSettings(env, (s) => {
    const storageUrl = s.url('STORAGE_URL', undefined, STORE_SCHEMES, checkStoreUrl);
    return {
      databaseUrl: s.address('DATABASE_URL', undefined, DATABASE_URL),
      calendarDatabaseUrl: s.address('CALENDAR_DATABASE_URL', undefined, DATABASE_URL),
      storageUrl,
      /** `npm start` keeps the files of calendar-service below those of content-service. */
      calendarStorageUrl: s.url(
        'CALENDAR_STORAGE_URL',
        storageUrl && storeUrlBelow(storageUrl, 'calendar'),
        STORE_SCHEMES,
        checkStoreUrl,
      ),
      ...readArchive(s),
    };
  });

/** Only the settings that are needed to look at backups. */
export const readArchiveSettings = (env: Environment) => readSettings(env, readArchive);

const readArchive = (s: SettingsReader) => ({
  /** Where backups are: a folder or a bucket. */
  backupUrl: s.url('BACKUP_URL', undefined, STORE_SCHEMES, checkStoreUrl),
  /** Whether a missing folder of backups is created, and those of the files that `restore` writes. */
  storageCreate: s.flag('STORAGE_CREATE', false),
  /** How many complete backups are kept; 0 keeps all. */
  keep: s.integer('BACKUP_KEEP', 0, { max: 10_000 }),
  /** Public key for new backups; without it they are not encrypted. */
  recipient: checked(s, 'BACKUP_RECIPIENT', s.optional('BACKUP_RECIPIENT'), checkRecipient) ?? null,
  /** Key that opens encrypted backups. */
  identity: checked(s, 'BACKUP_IDENTITY_FILE', identityIn(s), checkIdentity),
});

/** The line with the key of a file that `backup keys` or `age-keygen` wrote. */
function identityIn(s: SettingsReader): string | undefined {
  const file = s.optional('BACKUP_IDENTITY_FILE');
  if (file === undefined) return undefined;
  try {
    return (
      readFileSync(file, 'utf8')
        .split('\n')
        .find((line) => line !== '' && !line.startsWith('#'))
        ?.trim() ?? ''
    );
  } catch (failure) {
    s.faults.push(
      `BACKUP_IDENTITY_FILE cannot be read: ${failure instanceof Error ? failure.message : String(failure)}`,
    );
    return undefined;
  }
}

function checked(s: SettingsReader, name: string, value: string | undefined, check: (value: string) => void) {
  try {
    if (value !== undefined) check(value);
  } catch {
    s.faults.push(`${name} must hold a key of age; "backup keys" makes a pair`);
  }
  return value;
}
