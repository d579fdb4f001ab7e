import type { Command, Environment } from '@almanac/runtime';
import { Database, migrate } from '@almanac/database';
import { copyStore, openFileStore, openNamedStore } from '@almanac/storage';
import { readContentSettings, readInstallSettings, type Settings } from './config';
import { ActivityLog } from './content/activity/activity-log';
import { contentDataSource } from './data-source';
import { requestReindexing, workOffReindexing } from './features/search/reindexing';
import { ensureFirstAdministrator } from './install/first-administrator';
import { makeImagesPublic } from './install/public-images';
import { recoverAdministrator } from './install/recover-administrator';
import { removeUnusedImages } from './install/remove-unused-images';
import { resealSecrets } from './install/reseal-secrets';
import { contentLogger } from './start';

/** The commands of the service (docs/runbook.md). */
export const commandsOf = (env: Environment): Readonly<Record<string, Command>> => ({
  migrate: {
    summary: 'brings the database up to date, and creates the first administrator',
    run: async () => {
      const firstAdministrator = readInstallSettings(env);
      const settings = readContentSettings(env);
      const logger = contentLogger(settings);
      await withDatabase(settings, async (database) => {
        const names = await migrate(database.source, (migration, ms) => logger.info({ migration, ms }, 'migrated'));
        if (names.length === 0) logger.info('the database is up to date: no migration ran');
        const activity = new ActivityLog(database, settings);
        const { administratorId, refusal } = await ensureFirstAdministrator(database, firstAdministrator, activity);
        if (administratorId !== undefined)
          logger.info({ user_id: administratorId }, 'the first administrator is created');
        if (refusal !== undefined) logger.warn(refusal);
      });
    },
  },
  'recover-admin': {
    summary: 'restores the access of an administrator, and prints a new password and token',
    takes: ['e-mail?'],
    options: ['without-second-factor'],
    run: ({ values: [email], switches }) =>
      withSettings(env, async (database, settings) => {
        const options = { email, removesSecondFactor: switches.has('without-second-factor') };
        console.log((await recoverAdministrator(database, settings, options)).join('\n'));
      }),
  },
  'strip-images': {
    summary: 'removes EXIF and GPS from images that older versions stored',
    run: () =>
      withSettings(env, async (database, settings) => {
        const { changed, images } = await makeImagesPublic(database, settings);
        console.log(`${changed} of ${images} images were changed.`);
      }),
  },
  'remove-unused-images': {
    summary: 'lists images that nothing shows, and removes them with --delete',
    options: ['delete'],
    run: ({ switches }) =>
      withSettings(env, (database, settings) =>
        removeUnusedImages(database, settings, { deletes: switches.has('delete') }, console.log),
      ),
  },
  'reseal-secrets': {
    summary: 'encrypts stored secrets with the current SERVICE_SECRET',
    run: () =>
      withSettings(env, async (database, settings) => {
        const { resealed, unreadable } = await resealSecrets(database, settings);
        console.log(`${resealed} secrets are encrypted with the current SERVICE_SECRET. ${unreadable} cannot be read.`);
      }),
  },
  'copy-files': {
    summary: 'copies the files of STORAGE_URL into another store, and compares them',
    takes: ['url'],
    run: async ({ values: [target = ''] }) => {
      const { storageUrl, storageCreate } = readContentSettings(env);
      const copy = openNamedStore(target, { creates: storageCreate });
      const { files, copied } = await copyStore(openFileStore(storageUrl), copy);
      console.log(`${files} files are in both stores; ${copied} were copied now.`);
    },
  },
  'reindex-search': {
    summary: 'builds the search index anew',
    run: () =>
      withSettings(env, async (database) => {
        await requestReindexing(database);
        console.log(`${await workOffReindexing(database)} items were indexed.`);
      }),
  },
});

async function withSettings(
  env: Environment,
  work: (database: Database, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readContentSettings(env);
  await withDatabase(settings, (database) => work(database, settings));
}

async function withDatabase(settings: Settings, work: (database: Database) => Promise<void>): Promise<void> {
  const source = await contentDataSource(settings.databaseUrl).initialize();
  try {
    await work(new Database(source, console.error));
  } finally {
    await source.destroy();
  }
}
