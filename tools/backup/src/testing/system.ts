import { cloneDatabase, testStorage } from '@almanac/testing';
import { openFileStore } from '@almanac/storage';
import { type CalendarApp, startCalendar } from '../../../../apps/calendar-service/src/testing/calendar-app';
import {
  type ContentApp,
  SERVICE_SECRET,
  startContent,
} from '../../../../apps/content-service/src/testing/content-app';
import { Archive } from '../archive/archive';
import { createBackup } from '../create-backup';
import { type Service, servicesOf } from '../databases/services';

/** Databases and file stores of both services. */
export interface Data {
  services: Service[];
  /** The settings that name them. */
  environment: Record<string, string>;
}

/** Both services with their data. */
export class RunningServices {
  private constructor(
    readonly content: ContentApp,
    readonly calendar: CalendarApp,
  ) {}

  static async start(data?: Data): Promise<RunningServices> {
    const settings = data?.environment ?? {};
    const { CALENDAR_STORAGE_URL, ...own } = settings;
    const content = await startContent(own);
    const calendar = await startCalendar({
      CONTENT_URL: content.api.baseUrl,
      SERVICE_SECRET,
      RUN_JOBS: 'false',
      ...own,
      ...(CALENDAR_STORAGE_URL === undefined ? {} : { STORAGE_URL: CALENDAR_STORAGE_URL }),
    });
    return new RunningServices(content, calendar);
  }

  get data(): Data {
    return dataAt({
      DATABASE_URL: this.content.databaseUrl,
      CALENDAR_DATABASE_URL: this.calendar.environment['CALENDAR_DATABASE_URL'] ?? '',
      STORAGE_URL: this.content.environment['STORAGE_URL'] ?? '',
      CALENDAR_STORAGE_URL: this.calendar.environment['STORAGE_URL'] ?? '',
    });
  }

  async close(): Promise<void> {
    await this.content.close();
    await this.calendar.close();
  }
}

const closings: (() => Promise<void>)[] = [];

/** Empty databases and stores, until `removeAll`. */
export async function emptyData(): Promise<Data> {
  const databases = [
    await cloneDatabase('empty', () => Promise.resolve()),
    await cloneDatabase('empty', () => Promise.resolve()),
  ] as const;
  const stores = [await testStorage(), await testStorage()] as const;
  closings.push(async () => {
    for (const database of databases) await database.drop();
    for (const store of stores) await store.remove();
  });
  return dataAt({
    DATABASE_URL: databases[0].url,
    CALENDAR_DATABASE_URL: databases[1].url,
    STORAGE_URL: stores[0].url,
    CALENDAR_STORAGE_URL: stores[1].url,
  });
}

/** A place for backups, until `removeAll`. */
export async function backupStore() {
  const storage = await testStorage();
  closings.push(() => storage.remove());
  return { ...storage, store: openFileStore(storage.url) };
}

export async function removeAll(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}

export type BackupStore = Awaited<ReturnType<typeof backupStore>>;

/** Makes a backup and opens it. */
export async function backedUp(
  { services }: Data,
  { store }: BackupStore,
  { recipient = null, identity, now }: { recipient?: string | null; identity?: string; now?: Date } = {},
): Promise<Archive> {
  const { name } = await createBackup({ services, target: store, recipient, version: 'test', ...(now ? { now } : {}) });
  return Archive.open(store, name, identity);
}

function dataAt(
  environment: Record<'DATABASE_URL' | 'CALENDAR_DATABASE_URL' | 'STORAGE_URL' | 'CALENDAR_STORAGE_URL', string>,
): Data {
  const services = servicesOf({
    databaseUrl: environment.DATABASE_URL,
    calendarDatabaseUrl: environment.CALENDAR_DATABASE_URL,
    storageUrl: environment.STORAGE_URL,
    calendarStorageUrl: environment.CALENDAR_STORAGE_URL,
  });
  return { services, environment };
}
