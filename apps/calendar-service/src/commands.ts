import type { Command, Environment } from '@almanac/runtime';
import { Database, migrate } from '@almanac/database';
import { copyStore, openFileStore, openNamedStore } from '@almanac/storage';
import { stripImages } from './calendar/images/strip-images';
import { readCalendarSettings, type Settings } from './config';
import { calendarDataSource } from './data-source';
import { calendarLogger } from './start';

/** The commands of the service (docs/runbook.md). */
export const commandsOf = (env: Environment): Readonly<Record<string, Command>> => ({
  migrate: {
    summary: 'brings the database up to date',
    run: async () => {
      const settings = readCalendarSettings(env);
      const logger = calendarLogger(settings);
      await withDatabase(settings, async ({ source }) => {
        const names = await migrate(source, (migration, ms) => logger.info({ migration, ms }, 'migrated'));
        if (names.length === 0) logger.info('the database is up to date: no migration ran');
      });
    },
  },
  'strip-images': {
    summary: 'removes EXIF and GPS from images that older versions stored',
    run: async () => {
      const settings = readCalendarSettings(env);
      await withDatabase(settings, async (database) => {
        const { changed, images } = await stripImages(database, openFileStore(settings.storageUrl));
        console.log(`${changed} of ${images} images were changed.`);
      });
    },
  },
  'copy-files': {
    summary: 'copies the files of STORAGE_URL into another store, and compares them',
    takes: ['url'],
    run: async ({ values: [target = ''] }) => {
      const { storageUrl, storageCreate } = readCalendarSettings(env);
      const copy = openNamedStore(target, { creates: storageCreate });
      const { files, copied } = await copyStore(openFileStore(storageUrl), copy);
      console.log(`${files} files are in both stores; ${copied} were copied now.`);
    },
  },
});

async function withDatabase(settings: Settings, work: (database: Database) => Promise<void>): Promise<void> {
  const source = await calendarDataSource(settings).initialize();
  try {
    await work(new Database(source, console.error));
  } finally {
    await source.destroy();
  }
}
