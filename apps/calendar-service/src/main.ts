import 'reflect-metadata';
import { Database, migrate } from '@almanac/database';
import { runService } from '@almanac/http';
import { copyStore, openFileStore } from '@almanac/storage';
import { readCalendarSettings } from './config';
import { calendarDataSource } from './data-source';
import { stripImages } from './calendar/images/strip-images';
import { calendarLogger, createCalendarApp } from './start';

/** `main.js migrate`: brings the database up to date. */
async function install(): Promise<void> {
  const source = await calendarDataSource(readCalendarSettings(process.env)).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

/** `main.js strip-images`: removes EXIF and GPS from images that older versions stored (docs/runbook.md). */
async function strip(): Promise<void> {
  const settings = readCalendarSettings(process.env);
  const source = await calendarDataSource(settings).initialize();
  try {
    const { changed, images } = await stripImages(
      new Database(source, console.error),
      openFileStore(settings.storageUrl),
    );
    console.log(`${changed} of ${images} images were changed.`);
  } finally {
    await source.destroy();
  }
}

/** `main.js copy-files <URL>`: copies the files of STORAGE_URL into another store and compares them (docs/runbook.md). */
async function copyFiles(target = ''): Promise<void> {
  const { storageUrl } = readCalendarSettings(process.env);
  const { files, copied } = await copyStore(openFileStore(storageUrl), openFileStore(target));
  console.log(`${files} files are in both stores; ${copied} were copied now.`);
}

async function serve(): Promise<void> {
  const settings = readCalendarSettings(process.env);
  const logger = calendarLogger(settings);
  await runService(await createCalendarApp(settings, logger), logger, { ...settings, name: 'calendar-service' });
}

const COMMANDS: Readonly<Record<string, (argument?: string) => Promise<void>>> = {
  migrate: install,
  'strip-images': strip,
  'copy-files': copyFiles,
};

const SHOWN_AS_SENTENCE = ['SettingsError'];

(COMMANDS[process.argv[2] ?? ''] ?? serve)(process.argv[3]).catch((failure: unknown) => {
  console.error(failure instanceof Error && SHOWN_AS_SENTENCE.includes(failure.name) ? failure.message : failure);
  process.exit(1);
});
