import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Database, migrate } from '@almanac/database';
import { runService } from '@almanac/http';
import { copyStore, openFileStore } from '@almanac/storage';
import { readContentSettings, readInstallSettings, type Settings } from './config';
import { ActivityLog } from './content/activity/activity-log';
import { contentDataSource } from './data-source';
import { requestReindexing, workOffReindexing } from './features/search/indexing/reindexing';
import { ensureFirstAdministrator } from './install/first-administrator';
import { makeImagesPublic } from './install/public-images';
import { recoverAdministrator } from './install/recover-administrator';
import { resealSecrets } from './install/reseal-secrets';
import { contentLogger, createContentApp } from './start';

/** `main.js migrate`: migrates the database and creates the first administrator. */
async function install(): Promise<void> {
  const firstAdministrator = readInstallSettings(process.env);
  const settings = readContentSettings(process.env);
  await withDatabase(settings, async (database) => {
    await migrate(database.source);
    const activity = new ActivityLog(database, settings);
    const refusal = await ensureFirstAdministrator(database, firstAdministrator, activity);
    if (refusal !== undefined) console.log(refusal);
  });
}

/** `main.js recover-admin [e-mail] [--without-second-factor]`: restores the access of an administrator (docs/runbook.md). */
async function recover(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'without-second-factor': { type: 'boolean' } },
    allowPositionals: true,
  });
  const settings = readContentSettings(process.env);
  const options = { email: positionals[0], removesSecondFactor: values['without-second-factor'] ?? false };
  await withDatabase(settings, async (database) => {
    console.log((await recoverAdministrator(database, settings, options)).join('\n'));
  });
}

/** `main.js strip-images`: removes EXIF and GPS from images that older versions stored (docs/runbook.md). */
async function stripImages(): Promise<void> {
  const settings = readContentSettings(process.env);
  await withDatabase(settings, async (database) => {
    const { changed, images } = await makeImagesPublic(database, settings);
    console.log(`${changed} of ${images} images were changed.`);
  });
}

/** `main.js reseal-secrets`: encrypts stored secrets with the current SERVICE_SECRET (docs/runbook.md). */
async function reseal(): Promise<void> {
  const settings = readContentSettings(process.env);
  await withDatabase(settings, async (database) => {
    const { resealed, unreadable } = await resealSecrets(database, settings);
    console.log(`${resealed} secrets are encrypted with the current SERVICE_SECRET. ${unreadable} cannot be read.`);
  });
}

/** `main.js copy-files <URL>`: copies the files of STORAGE_URL into another store and compares them (docs/runbook.md). */
async function copyFiles(target = ''): Promise<void> {
  const { storageUrl } = readContentSettings(process.env);
  const { files, copied } = await copyStore(openFileStore(storageUrl), openFileStore(target));
  console.log(`${files} files are in both stores; ${copied} were copied now.`);
}

/** `main.js reindex-search`: builds the search index anew (docs/runbook.md). */
async function reindexSearch(): Promise<void> {
  const settings = readContentSettings(process.env);
  await withDatabase(settings, async (database) => {
    await requestReindexing(database);
    console.log(`${await workOffReindexing(database)} items were indexed.`);
  });
}

async function withDatabase(settings: Settings, work: (database: Database) => Promise<void>): Promise<void> {
  const source = await contentDataSource(settings.databaseUrl).initialize();
  try {
    await work(new Database(source, console.error));
  } finally {
    await source.destroy();
  }
}

async function serve(): Promise<void> {
  const settings = readContentSettings(process.env);
  const logger = contentLogger(settings);
  await runService(await createContentApp(settings, logger), logger, { ...settings, name: 'content-service' });
}

function run([command, ...args]: string[]): Promise<void> {
  if (command === 'migrate') return install();
  if (command === 'strip-images') return stripImages();
  if (command === 'reseal-secrets') return reseal();
  if (command === 'copy-files') return copyFiles(args[0]);
  if (command === 'reindex-search') return reindexSearch();
  return command === 'recover-admin' ? recover(args) : serve();
}

const SHOWN_AS_SENTENCE = ['SettingsError', 'RecoveryError'];

run(process.argv.slice(2)).catch((failure: unknown) => {
  console.error(failure instanceof Error && SHOWN_AS_SENTENCE.includes(failure.name) ? failure.message : failure);
  process.exit(1);
});
