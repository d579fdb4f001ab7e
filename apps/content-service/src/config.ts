import { checkStoreUrl, STORE_SCHEMES } from '@almanac/storage';
import path from 'node:path';
import { type Environment, readSettings, type SettingsReader } from '@almanac/config';
import { readMailSettings } from '@almanac/mail';
import { readTraceSettings } from '@almanac/observability';
import { HOST_LIST } from '@almanac/outgoing';
import { STOP_LIMITS } from '@almanac/process';
import { readRedisUrl } from '@almanac/rate-limit';

/** Token for injecting the settings. */
export const SETTINGS = Symbol('settings');

export type Settings = ReturnType<typeof readContentSettings>;

/** The upload limit counts a megabyte as 1,000 kilobytes of 1,024 bytes (content-behaviour §22). */
export const uploadLimitBytes = ({ uploadLimitMegabytes }: Settings): number => uploadLimitMegabytes * 1_000 * 1024;

const DEFAULT_APP_NAME = 'Almanac';
/** Access to an image by its URL: everybody, logged-in users, or users with access to its item (content-behaviour §22). */
const IMAGE_ACCESS = ['local', 'local_secure', 'local_secure_restricted'] as const;

const TOKEN_FORM = /^[A-Za-z0-9]{32}:[A-Za-z0-9]{32}$/;

/** All settings of content-service (README, "Settings"). @throws SettingsError listing every fault of the environment */
export const readContentSettings = (env: Environment) =>
  readSettings(env, (s) => ({
    host: s.text('HOST', '0.0.0.0'),
    port: s.integer('PORT', 8081, { max: 65_535 }),
    /** 0 disables the metrics server. */
    metricsPort: s.integer('METRICS_PORT', 0, { max: 65_535 }),
    traces: readTraceSettings(s),
    /** How long the service still accepts requests after the readiness probe began to fail. */
    shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
    baseUrl: s.url('BASE_URL', 'http://localhost:8080'),
    appName: s.text('APP_NAME', DEFAULT_APP_NAME),
    /** Whether callers without an account may read the description of the API. */
    docsPublic: s.flag('DOCS_PUBLIC', false),
    databaseUrl: s.url('DATABASE_URL', undefined, ['postgres', 'postgresql']),
    /** One streaming replica of the database, for lists, searches and exports. */
    databaseReadUrl: s.matching(
      'DATABASE_READ_URL',
      /^postgres(ql)?:\/\/\S+$/,
      'must be a URL that starts with postgres: or postgresql:',
    ),
    databasePoolSize: s.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
    databasePreparedStatements: s.flag('DATABASE_PREPARED_STATEMENTS', true),
    storageUrl: s.url('STORAGE_URL', undefined, STORE_SCHEMES, checkStoreUrl),
    storageCreate: s.flag('STORAGE_CREATE', false),
    serviceSecret: s.secret('SERVICE_SECRET'),
    sessionMinutes: s.integer('SESSION_LIFETIME', 120, { min: 1, max: 525_600 }),
    logLevel: s.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    logFormat: s.oneOf('LOG_FORMAT', ['json', 'pretty'], 'json'),
    requestsPerMinute: s.integer('API_REQUESTS_PER_MIN', 180, { min: 1 }),
    requestsInFlight: s.integer('API_REQUESTS_IN_FLIGHT', 6, { min: 1 }),
    /** Counts of rate limits for all replicas together; without it each process counts alone. */
    redisUrl: readRedisUrl(s),
    defaultItemCount: s.integer('API_DEFAULT_ITEM_COUNT', 100, { min: 1 }),
    maxItemCount: s.integer('API_MAX_ITEM_COUNT', 500, { min: 1 }),
    revisionLimit: revisionLimit(s),
    recycleBinDays: s.integer('RECYCLE_BIN_LIFETIME', 30, { min: -1, max: 36_500 }),
    outgoingAllowedHosts: outgoingAllowedHosts(s),
    runJobs: s.flag('RUN_JOBS', true),
    /** How long a request waits for its import. After that it is answered with the URL of the run. */
    importWaitSeconds: s.integer('IMPORT_WAIT_SECONDS', 20, { max: 50 }),
    /** Multiplies how long a single text, archive or calendar file may take. */
    taskTimeFactor: s.integer('TASK_TIME_FACTOR', 1, { min: 1, max: 100 }),
    uploadLimitMegabytes: s.integer('FILE_UPLOAD_SIZE_LIMIT', 50, { min: 1, max: 10_000 }),
    keepOriginals: s.flag('STORAGE_KEEP_ORIGINALS', false),
    /** Without it, the home page shows no events. */
    calendarUrl: s.matching('CALENDAR_URL', /^https?:\/\/[^/\s@]+$/, 'must be an address such as http://calendar:8082'),
    imageAccess: s.oneOf('STORAGE_IMAGE_TYPE', IMAGE_ACCESS, 'local'),
    contentFiltering: contentFiltering(s),
    pdf: pdfSettings(s),
    ipAddressPrecision: s.integer('IP_ADDRESS_PRECISION', 4, { min: 0, max: 4 }),
    mail: readMailSettings(s, { fromName: s.text('APP_NAME', DEFAULT_APP_NAME) }),
  }));

/** Settings of the first administrator; only `migrate` reads them. */
export const readInstallSettings = (env: Environment) =>
  readSettings(env, (s) => ({
    adminEmail: s.matching('ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/, 'must be an e-mail address') ?? 'admin@admin.com',
    adminPassword: s.matching('ADMIN_PASSWORD', /^.{8,}$/s, 'must have at least 8 characters'),
    adminApiToken: s.matching(
      'ADMIN_API_TOKEN',
      TOKEN_FORM,
      'must be two times 32 letters and digits with a colon between',
    ),
  }));

export type InstallSettings = ReturnType<typeof readInstallSettings>;

/** `false` keeps every revision. */
function revisionLimit(s: SettingsReader): number | undefined {
  return /^false$/i.test(s.optional('REVISION_LIMIT') ?? '') ? undefined : s.integer('REVISION_LIMIT', 100, { min: 1 });
}

/** Letters of the enabled output filters (content-behaviour §6.6). */
function contentFiltering(s: SettingsReader): string {
  const letters = s.matching('APP_CONTENT_FILTERING', /^[jfha]*$/, 'may hold only the letters j, f, h and a') ?? 'jhfa';
  return s.flag('ALLOW_CONTENT_SCRIPTS', false) ? '' : letters;
}

/** Hosts that webhooks may call although their addresses are not public. */
function outgoingAllowedHosts(s: SettingsReader): readonly string[] {
  s.matching(
    'OUTGOING_ALLOWED_HOSTS',
    HOST_LIST,
    'must be hosts such as files.internal or 10.0.0.7:8080, separated by commas',
  );
  return s.list('OUTGOING_ALLOWED_HOSTS');
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
