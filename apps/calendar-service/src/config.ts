import { type Environment, readSettings, type SettingsReader } from '@almanac/config';
import { HOST_LIST } from '@almanac/outgoing';
import { calledPrefix } from './domain/addresses/called-prefix';
import { isCurrency, type SiteCurrency } from './domain/cost/currencies';
import { DISTANCE_UNITS } from './domain/places/distance';

/** Token for injecting the settings. */
export const SETTINGS = Symbol('settings');

export type Settings = ReturnType<typeof readCalendarSettings>;

/** Everything that calendar-service can be told (README, "Settings"); all faults at once. */
export const readCalendarSettings = (env: Environment) =>
  readSettings(env, (s) => ({
    host: s.text('HOST', '0.0.0.0'),
    port: s.integer('PORT', 8082, { max: 65_535 }),
    /** 0: nobody can read the metrics. */
    metricsPort: s.integer('METRICS_PORT', 0, { max: 65_535 }),
    /** How long requests still arrive after the readiness probe began to fail. */
    shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: 60_000 }),
    baseUrl: s.url('BASE_URL', 'http://localhost:8080'),
    databaseUrl: s.url('CALENDAR_DATABASE_URL', undefined, ['postgres', 'postgresql']),
    databasePoolSize: s.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
    siteZone: s.timezone('TZ_SITE', 'UTC'),
    contentUrl: s.url('CONTENT_URL', 'http://localhost:8081'),
    serviceSecret: s.text('SERVICE_SECRET'),
    logLevel: s.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    logFormat: s.oneOf('LOG_FORMAT', ['json', 'pretty'], 'json'),
    /** How long callers of the change feed can hear of what was deleted for good. */
    changesRetentionDays: s.integer('CHANGES_RETENTION_DAYS', 90, { min: 1, max: 36_500 }),
    /** 0 keeps for ever what is in the trash. */
    trashLifetimeDays: s.integer('TRASH_LIFETIME', 30, { min: 0, max: 36_500 }),
    /** How far ahead of now events that repeat without end are written. */
    recurrenceHorizonMonths: s.integer('RECURRENCE_HORIZON_MONTHS', 24, { min: 1, max: 120 }),
    currency: currency(s),
    distanceUnit: s.oneOf('DISTANCE_UNIT', DISTANCE_UNITS, 'km'),
    /** Where addresses of venues are looked up, with `{address}` in it; nowhere unless given. */
    geocoderUrl: s.matching('GEOCODER_URL', /^https?:\/\/[^\s{]+\{address\}\S*$/, 'must be an http or https URL that holds {address}'),
    /** Where images are kept. */
    storageUrl: s.url('STORAGE_URL', undefined, ['file']),
    outgoingAllowedHosts: hosts(s),
    runJobs: s.flag('RUN_JOBS', true),
    /** How long a request waits for its import before it is answered with the address of the run. */
    importWaitSeconds: s.integer('IMPORT_WAIT_SECONDS', 20, { max: 50 }),
    requestsPerMinute: s.integer('API_REQUESTS_PER_MIN', 180, { min: 1 }),
    requestsInFlight: s.integer('API_REQUESTS_IN_FLIGHT', 6, { min: 1 }),
  }));

/** Of costs that name none. */
function currency(s: SettingsReader): SiteCurrency {
  const code = s.text('CURRENCY_CODE', 'USD').toUpperCase();
  if (!isCurrency(code)) s.faults.push('CURRENCY_CODE must be a currency code such as EUR');
  return {
    symbol: s.matching('CURRENCY_SYMBOL', /^[^\d<>]{1,10}$/, 'must be at most 10 characters without digits, such as € or CHF') ?? '',
    code,
    position: s.oneOf('CURRENCY_POSITION', ['prefix', 'postfix'], 'prefix'),
  };
}

/** Hosts that images may come from although their addresses are not public. */
function hosts(s: SettingsReader): readonly string[] {
  s.matching('OUTGOING_ALLOWED_HOSTS', HOST_LIST, 'must be hosts such as files.internal or 10.0.0.7:8080, separated by commas');
  return s.list('OUTGOING_ALLOWED_HOSTS');
}

/** Where every route of the interface lives. */
export const NAMESPACE = 'calendar/events/v1';

/** Absolute address of the interface's root as the running request called it, without a trailing slash. */
export const apiRoot = ({ baseUrl }: Pick<Settings, 'baseUrl'>): string => `${baseUrl}${calledPrefix() ?? `/${NAMESPACE}`}`;
