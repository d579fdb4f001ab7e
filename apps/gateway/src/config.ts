import { type Environment, readSettings, type SettingsReader } from '@almanac/config';
import { type LogFormat, type LogLevel, readTraceSettings, type TraceSettings } from '@almanac/observability';
import { STOP_LIMITS } from '@almanac/process';
import { isMountable } from './calendar-prefixes';
import { isAddressRange } from './proxy/headers/trusted-proxies';
import type { AddressLookup } from './proxy/upstream/addresses';

export interface GatewayConfig {
  host: string;
  port: number;
  /** 0 disables the metrics server. */
  metricsPort: number;
  /** Undefined disables traces. */
  traces: TraceSettings | undefined;
  /** How long the gateway still accepts requests after the readiness probe began to fail. */
  shutdownDelayMs: number;
  contentUrl: string;
  calendarUrl: string;
  /** Public base URL. HSTS is sent only if its scheme is https. */
  baseUrl: string;
  /** Whether browsers must use HTTPS for all hosts below this one too. */
  hstsIncludeSubdomains: boolean;
  /** Origins whose scripts may read responses; `['*']` for all, empty for none. */
  corsAllowedOrigins: readonly string[];
  bodyLimitBytes: number;
  connectTimeoutMs: number;
  /** Timeout for the response headers of an upstream, and for each pause within its response body. */
  responseTimeoutMs: number;
  /** Resolves the names of the services; not a setting. */
  addressesOf?: AddressLookup;
  /** Addresses and ranges of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  /** Whether requests continue the traces of their callers, and callers decide which are recorded. */
  trustsTraceparent: boolean;
  /** Additional prefixes of the calendar, beside its built-in one. */
  calendarPrefixes: readonly string[];
  logLevel: LogLevel;
  logFormat: LogFormat;
}

const MEBIBYTE = 1024 * 1024;

/** @throws SettingsError listing every fault of the environment */
export function readConfig(env: Environment = process.env): Readonly<GatewayConfig> {
  return readSettings(env, (s) => ({
    host: s.text('HOST', '0.0.0.0'),
    port: s.integer('PORT', 8080, { max: 65_535 }),
    metricsPort: s.integer('METRICS_PORT', 0, { max: 65_535 }),
    traces: readTraceSettings(s),
    shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
    contentUrl: origin(s, 'CONTENT_URL', 'http://127.0.0.1:8081'),
    calendarUrl: origin(s, 'CALENDAR_URL', 'http://127.0.0.1:8082'),
    baseUrl: s.url('BASE_URL', 'http://localhost:8080'),
    hstsIncludeSubdomains: s.flag('HSTS_INCLUDE_SUBDOMAINS', false),
    corsAllowedOrigins: allowedOrigins(s),
    bodyLimitBytes: s.integer('BODY_LIMIT_MB', 60, { min: 1, max: 10_240 }) * MEBIBYTE,
    connectTimeoutMs: s.integer('CONNECT_TIMEOUT_MS', 2000, { min: 1 }),
    responseTimeoutMs: s.integer('RESPONSE_TIMEOUT_MS', 60_000, { min: 1 }),
    trustedProxies: trustedProxies(s),
    trustsTraceparent: s.flag('TRUST_TRACEPARENT', false),
    calendarPrefixes: calendarPrefixes(s),
    logLevel: s.oneOf<LogLevel>('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    logFormat: s.oneOf<LogFormat>('LOG_FORMAT', ['json', 'pretty'], 'json'),
  }));
}

/** Request paths are forwarded unchanged, so the URL of an upstream must have no path. */
function origin(s: SettingsReader, name: string, fallback: string): string {
  const url = s.url(name, fallback);
  if (URL.canParse(url) && new URL(url).origin !== url.toLowerCase())
    s.faults.push(`${name} must have no path, query or user name`);
  return url;
}

function allowedOrigins(s: SettingsReader): readonly string[] {
  const origins = s.list('CORS_ALLOWED_ORIGINS').map((entry) => entry.toLowerCase().replace(/\/$/, ''));
  const isOrigin = (entry: string) => entry === '*' || (URL.canParse(entry) && new URL(entry).origin === entry);
  if (!origins.every(isOrigin)) s.faults.push('CORS_ALLOWED_ORIGINS must be * or origins such as https://app.example');
  return origins;
}

function calendarPrefixes(s: SettingsReader): readonly string[] {
  const prefixes = s.list('CALENDAR_PREFIXES').map((prefix) => prefix.replace(/\/$/, ''));
  if (!prefixes.every(isMountable))
    s.faults.push('CALENDAR_PREFIXES must be plain paths such as /rest/dates/v1 that nothing else has');
  return prefixes;
}

function trustedProxies(s: SettingsReader): readonly string[] {
  const ranges = s.list('TRUSTED_PROXIES');
  if (!ranges.every(isAddressRange)) s.faults.push('TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8');
  return ranges;
}
