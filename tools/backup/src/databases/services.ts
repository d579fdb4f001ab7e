import { createDataSource, type ReplacedMigrations, type ServiceDataSource } from '@almanac/database';
import { type FileStore, openFileStore } from '@almanac/storage';
import type { MigrationInterface } from 'typeorm';
import {
  MIGRATIONS as CALENDAR_MIGRATIONS,
  REPLACED as REPLACED_IN_CALENDAR,
} from '../../../../apps/calendar-service/src/migrations';
import { derivedFileKeys } from '../../../../apps/content-service/src/content/files/image-paths';
import {
  MIGRATIONS as CONTENT_MIGRATIONS,
  REPLACED as REPLACED_IN_CONTENT,
} from '../../../../apps/content-service/src/migrations';

/** Where the data of both services is. */
interface DataAddresses {
  databaseUrl: string;
  calendarDatabaseUrl: string;
  storageUrl: string;
  calendarStorageUrl: string;
}

/** A service's database and files. */
export interface Service {
  /** In the paths of its parts. */
  name: string;
  url: string;
  files: FileStore;
  migrations: readonly (new () => MigrationInterface)[];
  replaced: ReplacedMigrations;
  /** Statement for the keys of all files that rows name. */
  fileKeys: string;
  /** Keys of files beside a file that rows name; a store may lack them. */
  keysBeside: (key: string) => readonly string[];
}

const CONTENT_FILES = `SELECT ltrim(path, '/') FROM images
  UNION ALL SELECT path FROM attachments WHERE NOT external
  UNION ALL SELECT path FROM imports`;

const CALENDAR_FILES = `SELECT path FROM images
  UNION ALL SELECT size.value ->> 'path' FROM images CROSS JOIN jsonb_each(sizes) size`;

interface ServicesOptions {
  /** Whether missing folders of files are created. */
  creates?: boolean;
}

/**
 * In the order of their snapshots. The calendar stores ids of users, whom content-service creates earlier. So the users of an earlier
 * snapshot of the calendar are in a later one of content-service.
 */
export const servicesOf = (addresses: DataAddresses, options?: ServicesOptions): Service[] => [
  {
    name: 'calendar',
    url: addresses.calendarDatabaseUrl,
    files: openFileStore(addresses.calendarStorageUrl, options),
    migrations: CALENDAR_MIGRATIONS,
    replaced: REPLACED_IN_CALENDAR,
    fileKeys: CALENDAR_FILES,
    keysBeside: () => [],
  },
  {
    name: 'content',
    url: addresses.databaseUrl,
    files: openFileStore(addresses.storageUrl, options),
    migrations: CONTENT_MIGRATIONS,
    replaced: REPLACED_IN_CONTENT,
    fileKeys: CONTENT_FILES,
    keysBeside: derivedFileKeys,
  },
];

/** With some of the service's migrations only. */
export const dataSourceOf = ({ url, replaced }: Service, migrations: Service['migrations']): ServiceDataSource =>
  createDataSource({
    url,
    poolSize: 2,
    applicationName: 'almanac restore',
    entities: [],
    migrations: [...migrations],
    replaced,
  });
