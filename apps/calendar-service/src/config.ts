import { checkStoreUrl, STORE_SCHEMES } from '@almanac/storage';
import { type Environment, readSettings, type SettingsReader } from '@almanac/config';
import { readTraceSettings } from '@almanac/observability';
import { HOST_LIST } from '@almanac/outgoing';
import { STOP_LIMITS } from '@almanac/process';
import { readRedisUrl } from '@almanac/rate-limit';
import { calledPrefix } from './calendar/addresses/called-prefix';
import { isCurrency, type SiteCurrency } from './calendar/cost/currencies';
import { DISTANCE_UNITS } from './calendar/places/distance';

/** Token for injecting the settings. */
export const SETTINGS = Symbol('settings');

export type Settings = ReturnType<typeof readCalendarSettings>;

/** All settings of calendar-service (README, "Settings"). Reports all faults at once. */
export const readCalendarSettings = (env: Environment) =>
  readSettings(env, (s) => ({
    host: s.text('HOST', '0.0.0.0'),
    port: s.integer('PORT', 8082, { max: 65_535 }),
    /** 0: metrics are not served. */
    metricsPort: s.integer('METRICS_PORT', 0, { max: 65_535 }),
    traces: readTraceSettings(s),
    /** Time in which requests are still accepted after the readiness probe began to fail. */
    shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
    baseUrl: s.url('BASE_URL', 'http://localhost:8080'),
    databaseUrl: s.url('CALENDAR_DATABASE_URL', undefined, ['postgres', 'postgresql']),
    /** One streaming replica of the database, for lists, searches and exports. */
    databaseReadUrl: s.matching(
      'CALENDAR_DATABASE_READ_URL',
      /^postgres(ql)?:\/\/\S+$/,
      'must be a URL that starts with postgres: or postgresql:',
    ),
    databasePoolSize: s.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
    databasePreparedStatements: s.flag('DATABASE_PREPARED_STATEMENTS', true),
    siteZone: s.timezone('TZ_SITE', 'UTC'),
    contentUrl: s.url('CONTENT_URL', 'http://localhost:8081'),
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
    distanceUnit: s.oneOf('DISTANCE_UNIT', DISTANCE_UNITS, 'km'),
    /** URL of the service that geocodes venues, with `{address}` in it; without it, addresses are not looked up. */
    geocoderUrl: s.matching(
      'GEOCODER_URL',
      /^https?:\/\/[^\s{]+\{address\}\S*$/,
      'must be an http or https URL that holds {address}',
    ),
    /** Storage of images. */
    storageUrl: s.url('STORAGE_URL', undefined, STORE_SCHEMES, checkStoreUrl),
    storageCreate: s.flag('STORAGE_CREATE', false),
    outgoingAllowedHosts: hosts(s),
    runJobs: s.flag('RUN_JOBS', true),
    /** Time that a request waits for its import before it is answered with the address of the run. */
    importWaitSeconds: s.integer('IMPORT_WAIT_SECONDS', 20, { max: 50 }),
    /** Multiplies how long a single text, archive or calendar file may take. */
    taskTimeFactor: s.integer('TASK_TIME_FACTOR', 1, { min: 1, max: 100 }),
    requestsPerMinute: s.integer('API_REQUESTS_PER_MIN', 180, { min: 1 }),
    requestsInFlight: s.integer('API_REQUESTS_IN_FLIGHT', 6, { min: 1 }),
    /** Counts of rate limits for all replicas together; without it each process counts alone. */
    redisUrl: readRedisUrl(s),
  }));

/** The currency of costs that name none. */
function currency(s: SettingsReader): SiteCurrency {
  const code = s.text('CURRENCY_CODE', 'USD').toUpperCase();
  if (!isCurrency(code)) s.faults.push('CURRENCY_CODE must be a currency code such as EUR');
  return {
    symbol:
      s.matching(
        'CURRENCY_SYMBOL',
        /^[^\d<>]{1,10}$/,
        'must be at most 10 characters without digits, such as € or CHF',
      ) ?? '',
    code,
    position: s.oneOf('CURRENCY_POSITION', ['prefix', 'postfix'], 'prefix'),
  };
}

/** Hosts from which images may be fetched although their addresses are not public. */
function hosts(s: SettingsReader): readonly string[] {
  s.matching(
    'OUTGOING_ALLOWED_HOSTS',
    HOST_LIST,
    'must be hosts such as files.internal or 10.0.0.7:8080, separated by commas',
  );
  return s.list('OUTGOING_ALLOWED_HOSTS');
}

/** The common prefix of all routes of the API. */
export const NAMESPACE = 'calendar/events/v1';

/** Absolute address of the API's root as the current request called it, without a trailing slash. */
export const apiRoot = ({ baseUrl }: Pick<Settings, 'baseUrl'>): string =>
  `${baseUrl}${calledPrefix() ?? `/${NAMESPACE}`}`;
