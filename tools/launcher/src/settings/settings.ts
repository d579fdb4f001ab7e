import { checkStoreUrl, STORE_SCHEMES, storeUrlBelow } from '@almanac/storage';
import {
  DATABASE_URL,
  type Environment,
  readSettings,
  REDIS_URL,
  SECRETS,
  type SettingsReader,
  WEB_ADDRESS,
} from '@almanac/runtime';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface DatabaseUrls {
  readonly content: string;
  readonly calendar: string;
}

/** Credentials that the settings give; missing ones are generated. */
export interface ChosenCredentials {
  readonly adminEmail?: string;
  readonly adminPassword?: string;
  readonly adminApiToken?: string;
  readonly serviceSecret?: string;
}

export interface LauncherSettings {
  /** Port and address of the gateway. */
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absent: PostgreSQL is embedded. */
  readonly databases?: DatabaseUrls;
  readonly storageUrl: string;
  /** Whether a missing folder of files is created: the one of DATA_DIR always, another one only with STORAGE_CREATE. */
  readonly createsStorage: boolean;
  readonly siteZone: string;
  readonly chosen: ChosenCredentials;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Reads the launcher's own settings and checks those that all programs share, so that one start reports all faults.
 * Each program checks its own settings.
 * @throws SettingsError listing every fault
 */
export function readLauncherSettings(env: Environment): LauncherSettings {
  return readSettings(env, (s) => {
    const port = s.integer('PORT', 8080, { min: 1, max: 65_535 });
    const dataDir = path.resolve(s.text('DATA_DIR', './.almanac'));
    s.integer('API_REQUESTS_PER_MIN', 180, { min: 1, max: 1_000_000_000 });
    s.oneOf('LOG_LEVEL', LOG_LEVELS, 'info');
    s.oneOf('LOG_FORMAT', ['json', 'pretty'], 'json');
    s.optional('REDIS_URL', REDIS_URL);
    return {
      port,
      host: s.text('HOST', '0.0.0.0'),
      baseUrl: s.address('BASE_URL', `http://localhost:${port}`, WEB_ADDRESS),
      dataDir,
      ...readDatabases(s),
      storageUrl: readStorage(s, dataDir),
      createsStorage: s.flag('STORAGE_CREATE', false) || s.optional('STORAGE_URL') === undefined,
      siteZone: s.timezone('TZ_SITE', 'UTC'),
      chosen: readChosen(s),
    };
  });
}

function readDatabases(s: SettingsReader): { databases?: DatabaseUrls } {
  const urls = [s.optional('DATABASE_URL'), s.optional('CALENDAR_DATABASE_URL')];
  if (urls.every((url) => url === undefined)) return {};
  if (urls.some((url) => url === undefined)) {
    s.faults.push(
      'DATABASE_URL and CALENDAR_DATABASE_URL must be given together (or neither, for the embedded PostgreSQL)',
    );
    return {};
  }
  const databases = {
    content: s.address('DATABASE_URL', undefined, DATABASE_URL),
    calendar: s.address('CALENDAR_DATABASE_URL', undefined, DATABASE_URL),
  };
  if (databases.content === databases.calendar)
    s.faults.push('DATABASE_URL and CALENDAR_DATABASE_URL must be two different databases');
  return { databases };
}

function readStorage(s: SettingsReader, dataDir: string): string {
  const ours = pathToFileURL(path.join(dataDir, 'files')).href;
  return s.url('STORAGE_URL', ours, STORE_SCHEMES, checkStoreUrl);
}

/** Below the store of content-service, so that there is one store to back up. No file of content-service has this name. */
export const calendarStorageUrl = (storageUrl: string): string => storeUrlBelow(storageUrl, 'calendar');

function readChosen(s: SettingsReader): ChosenCredentials {
  const serviceSecret = s.optional('SERVICE_SECRET', SECRETS);
  const chosen = {
    adminEmail: s.matching('ADMIN_EMAIL', /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'),
    adminPassword: s.matching('ADMIN_PASSWORD', /^.{8,}$/su, 'must have at least 8 characters'),
    adminApiToken: s.matching(
      'ADMIN_API_TOKEN',
      /^[A-Za-z0-9]{32}:[A-Za-z0-9]{32}$/,
      'must be <id>:<secret>, each of 32 letters or digits',
    ),
    serviceSecret,
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}
