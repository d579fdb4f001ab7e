import { checkStoreUrl, STORE_SCHEMES } from '@almanac/storage';
import path from 'node:path';
import {
  DATABASE_URL,
  type Environment,
  LISTEN_ADDRESS,
  ORIGIN,
  originOf,
  readPorts,
  readSettings,
  REDIS_URL,
  type SettingsReader,
  STOP_LIMITS,
  WEB_ADDRESS,
} from '@almanac/runtime';
import { readMailSettings } from '@almanac/mail';
import { readTraceSettings } from '@almanac/observability';
import { ALLOWED_HOST } from '@almanac/outgoing';

/** Token for injecting the settings. */
export const SETTINGS = Symbol('settings');

export type Settings = ReturnType<typeof readContentSettings>;

/** The upload limit counts a megabyte as 1,000 kilobytes of 1,024 bytes (content-behaviour §22). */
export const uploadLimitBytes = ({ uploadLimitMegabytes }: Settings): number => uploadLimitMegabytes * 1_000 * 1024;

/** Access to an image by its URL: everybody, logged-in users, or users with access to its item (content-behaviour §22). */
const IMAGE_ACCESS = ['local', 'local_secure', 'local_secure_restricted'] as const;

const TOKEN_FORM = /^[A-Za-z0-9]{32}:[A-Za-z0-9]{32}$/;

/** All settings of content-service (docs/settings.md). @throws SettingsError listing every fault of the environment */
export const readContentSettings = (env: Environment) => readSettings(env, contentSettings);

/** The table of them. */
export const contentSettings = (s: SettingsReader) => ({
  host: s.text('HOST', '0.0.0.0', LISTEN_ADDRESS),
  /** Without a port for them, metrics are not served. */
  ...readPorts(s, 8081),
  traces: readTraceSettings(s),
  /** How long the service still accepts requests after the readiness probe began to fail. */
  shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
  baseUrl: s.address('BASE_URL', 'http://localhost:8080', WEB_ADDRESS),
  appName: appName(s),
  /** Whether callers without an account may read the description of the API. */
  docsPublic: s.flag('DOCS_PUBLIC', false),
  databaseUrl: s.address('DATABASE_URL', undefined, DATABASE_URL),
  /** One streaming replica of the database, for lists, searches and exports. */
  databaseReadUrl: s.address('DATABASE_READ_URL', '', DATABASE_URL) || undefined,
  databasePoolSize: s.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
  databasePreparedStatements: s.flag('DATABASE_PREPARED_STATEMENTS', true),
  storageUrl: s.url('STORAGE_URL', undefined, STORE_SCHEMES, checkStoreUrl),
  storageCreate: s.flag('STORAGE_CREATE', false),
  serviceSecret: s.secret('SERVICE_SECRET'),
  sessionMinutes: s.integer('SESSION_LIFETIME', 120, { min: 1, max: 525_600 }),
  logLevel: s.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  logFormat: s.oneOf('LOG_FORMAT', ['json', 'pretty'], 'json'),
  requestsPerMinute: s.integer('API_REQUESTS_PER_MIN', 180, { min: 1, max: 1_000_000_000 }),
  requestsInFlight: s.integer('API_REQUESTS_IN_FLIGHT', 6, { min: 1, max: 1_000_000_000 }),
  /** Counts of rate limits for all replicas together; without it each process counts alone. */
  redisUrl: s.optional('REDIS_URL', REDIS_URL),
  ...itemCounts(s),
  revisionLimit: s.limit('REVISION_LIMIT', 100, { min: 1, max: 1_000_000 }),
  recycleBinDays: s.integer('RECYCLE_BIN_LIFETIME', 30, { min: -1, max: 36_500 }),
  /** Hosts that webhooks may call although their addresses are not public. */
  outgoingAllowedHosts: s.list('OUTGOING_ALLOWED_HOSTS', ALLOWED_HOST),
  runJobs: s.flag('RUN_JOBS', true),
  /** How long a request waits for its import. After that it is answered with the URL of the run. */
  importWaitSeconds: s.integer('IMPORT_WAIT_SECONDS', 20, { max: 50 }),
  /** Multiplies how long a single text, archive or calendar file may take. */
  taskTimeFactor: s.integer('TASK_TIME_FACTOR', 1, { min: 1, max: 100 }),
  uploadLimitMegabytes: s.integer('FILE_UPLOAD_SIZE_LIMIT', 50, { min: 1, max: 10_000 }),
  keepOriginals: s.flag('STORAGE_KEEP_ORIGINALS', false),
  /** Without it, the home page shows no events. */
  calendarUrl: optionalOrigin(s, 'CALENDAR_URL'),
  imageAccess: s.oneOf('STORAGE_IMAGE_TYPE', IMAGE_ACCESS, 'local'),
  contentFiltering: contentFiltering(s),
  pdf: pdfSettings(s),
  ipAddressPrecision: s.integer('IP_ADDRESS_PRECISION', 4, { min: 0, max: 4 }),
  mail: readMailSettings(s, { fromName: appName(s) }),
});

const appName = (s: SettingsReader): string =>
  s.text('APP_NAME', 'Almanac', { pattern: /^.*$/, maxLength: 191, complaint: 'must have at most 191 characters' });

function optionalOrigin(s: SettingsReader, name: string): string | undefined {
  const address = s.optional(name, ORIGIN);
  return address && originOf(address);
}

/** Settings of the first administrator; only `migrate` reads them. */
export const readInstallSettings = (env: Environment) => readSettings(env, installSettings);

/** The table of them. */
export const installSettings = (s: SettingsReader) => ({
  adminEmail: s.matching('ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/, 'must be an e-mail address') ?? 'admin@admin.com',
  // Spaces around it do not count, because the reader removes them.
  adminPassword: s.matching('ADMIN_PASSWORD', /^\s*\S[\s\S]{6,}\S\s*$/, 'must have at least 8 characters'),
  adminApiToken: s.matching(
    'ADMIN_API_TOKEN',
    TOKEN_FORM,
    'must be two times 32 letters and digits with a colon between',
  ),
});

export type InstallSettings = ReturnType<typeof readInstallSettings>;

/** A maximum alone limits the default too (content-behaviour §2). */
function itemCounts(s: SettingsReader) {
  const defaultItemCount = s.integer('API_DEFAULT_ITEM_COUNT', 100, { min: 1, max: 100_000 });
  const maxItemCount = s.integer('API_MAX_ITEM_COUNT', 500, { min: 1, max: 100_000 });
  if (defaultItemCount > maxItemCount && s.isSet('API_DEFAULT_ITEM_COUNT'))
    s.faults.push('API_MAX_ITEM_COUNT must not be below API_DEFAULT_ITEM_COUNT');
  return { defaultItemCount, maxItemCount };
}

/** Letters of the enabled output filters (content-behaviour §6.6). */
function contentFiltering(s: SettingsReader): string {
  const letters = s.matching('APP_CONTENT_FILTERING', /^[jfha]*$/, 'may hold only the letters j, f, h and a') ?? 'jhfa';
  return s.flag('ALLOW_CONTENT_SCRIPTS', false) ? '' : letters;
}

function pdfSettings(s: SettingsReader) {
  return {
    pageSize: s.oneOf('EXPORT_PAGE_SIZE', ['a4', 'letter'], 'a4'),
    timeoutSeconds: s.integer('EXPORT_PDF_TIMEOUT', 15, { min: 1, max: 600 }),
    perBrowser: s.integer('EXPORT_PDF_PER_BROWSER', 200, { min: 1, max: 10_000 }),
    executablePath: s.optional('PUPPETEER_EXECUTABLE_PATH'),
    sandbox: s.flag('CHROMIUM_SANDBOX', true),
    fontFolders: (s.optional('EXPORT_PDF_FONTS') ?? '').split(path.delimiter).filter((folder) => folder !== ''),
  };
}
