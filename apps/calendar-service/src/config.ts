import { checkStoreUrl, STORE_SCHEMES } from '@almanac/storage';
import {
  DATABASE_URL,
  type Environment,
  inAnyCase,
  LISTEN_ADDRESS,
  readPorts,
  readSettings,
  REDIS_URL,
  type SettingsReader,
  STOP_LIMITS,
  WEB_ADDRESS,
} from '@almanac/runtime';
import { readTraceSettings } from '@almanac/observability';
import { ALLOWED_HOST } from '@almanac/outgoing';
import { calledPrefix } from './called-prefix';

/** Token for injecting the settings. */
export const SETTINGS = Symbol('settings');

export type Settings = ReturnType<typeof readCalendarSettings>;

/** All settings of calendar-service (docs/settings.md). Reports all faults at once. */
export const readCalendarSettings = (env: Environment) => readSettings(env, calendarSettings);

/** The table of them. */
export const calendarSettings = (s: SettingsReader) => ({
  host: s.text('HOST', '0.0.0.0', LISTEN_ADDRESS),
  /** Without a port for them, metrics are not served. */
  ...readPorts(s, 8082),
  traces: readTraceSettings(s),
  /** Time in which requests are still accepted after the readiness probe began to fail. */
  shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
  baseUrl: s.address('BASE_URL', 'http://localhost:8080', WEB_ADDRESS),
  databaseUrl: s.address('CALENDAR_DATABASE_URL', undefined, DATABASE_URL),
  /** One streaming replica of the database, for lists, searches and exports. */
  databaseReadUrl: s.address('CALENDAR_DATABASE_READ_URL', '', DATABASE_URL) || undefined,
  databasePoolSize: s.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
  databasePreparedStatements: s.flag('DATABASE_PREPARED_STATEMENTS', true),
  siteZone: s.timezone('TZ_SITE', 'UTC'),
  contentUrl: s.origin('CONTENT_URL', 'http://localhost:8081'),
  serviceSecret: s.secret('SERVICE_SECRET'),
  logLevel: s.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  logFormat: s.oneOf('LOG_FORMAT', ['json', 'pretty'], 'json'),
  /** Days for which the change feed lists deleted records. */
  changesRetentionDays: s.integer('CHANGES_RETENTION_DAYS', 90, { min: 1, max: 36_500 }),
  /** Days until records in the trash are deleted; 0 keeps them for ever. */
  trashLifetimeDays: s.integer('TRASH_LIFETIME', 30, { min: 0, max: 36_500 }),
  /** Months from now for which unbounded series are written. */
  recurrenceHorizonMonths: s.integer('RECURRENCE_HORIZON_MONTHS', 24, { min: 1, max: 120 }),
  currency: currency(s),
  /** As in the reference. Otherwise filters by members that a protected event hides do not find it. */
  findProtectedEvents: s.flag('FIND_PROTECTED_EVENTS', true),
  distanceUnit: s.oneOf('DISTANCE_UNIT', ['km', 'miles'], 'km'),
  /** URL of the service that geocodes venues, with `{address}` in it; without it, addresses are not looked up. */
  geocoderUrl: s.matching(
    'GEOCODER_URL',
    /^https?:\/\/[^\s{]+\{address\}\S*$/,
    'must be an http or https URL that holds {address}',
  ),
  /** Storage of images. */
  storageUrl: s.url('STORAGE_URL', undefined, STORE_SCHEMES, checkStoreUrl),
  storageCreate: s.flag('STORAGE_CREATE', false),
  /** Hosts from which images may be fetched although their addresses are not public. */
  outgoingAllowedHosts: s.list('OUTGOING_ALLOWED_HOSTS', ALLOWED_HOST),
  runJobs: s.flag('RUN_JOBS', true),
  /** Time that a request waits for its import before it is answered with the address of the run. */
  importWaitSeconds: s.integer('IMPORT_WAIT_SECONDS', 20, { max: 50 }),
  /** Multiplies how long a single text, archive or calendar file may take. */
  taskTimeFactor: s.integer('TASK_TIME_FACTOR', 1, { min: 1, max: 100 }),
  requestsPerMinute: s.integer('API_REQUESTS_PER_MIN', 180, { min: 1, max: 1_000_000_000 }),
  requestsInFlight: s.integer('API_REQUESTS_IN_FLIGHT', 6, { min: 1, max: 1_000_000_000 }),
  /** Counts of rate limits for all replicas together; without it each process counts alone. */
  redisUrl: s.optional('REDIS_URL', REDIS_URL),
});

const CURRENCY_CODE = {
  pattern: new RegExp(`^(?:${inAnyCase(Intl.supportedValuesOf('currency').join('|'))})$`),
  complaint: 'must be a currency code such as EUR',
};

/** The currency of costs that name none. */
function currency(s: SettingsReader) {
  return {
    symbol:
      s.matching(
        'CURRENCY_SYMBOL',
        /^[^\d<>]{1,10}$/,
        'must be at most 10 characters without digits, such as € or CHF',
      ) ?? '',
    code: s.text('CURRENCY_CODE', 'USD', CURRENCY_CODE).toUpperCase(),
    position: s.oneOf('CURRENCY_POSITION', ['prefix', 'postfix'], 'prefix'),
  };
}

/** The common prefix of all routes of the API. */
export const NAMESPACE = 'calendar/events/v1';

/** Absolute address of the API's root as the current request called it, without a trailing slash. */
export const apiRoot = ({ baseUrl }: Pick<Settings, 'baseUrl'>): string =>
  `${baseUrl}${calledPrefix() ?? `/${NAMESPACE}`}`;
