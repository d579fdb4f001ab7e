import {
  ADDRESS_RANGE,
  type Environment,
  LISTEN_ADDRESS,
  ORIGIN,
  originOf,
  readPorts,
  readSettings,
  type SettingsReader,
  STOP_LIMITS,
  WEB_ADDRESS,
} from '@almanac/runtime';
import { type LogFormat, type LogLevel, readTraceSettings, type TraceSettings } from '@almanac/observability';
import { ADDITIONAL_PREFIX } from './routing/routes';
import type { AddressLookup } from './upstream/upstream';

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
  return readSettings(env, gatewaySettings);
}

/** The table of them. */
export function gatewaySettings(s: SettingsReader): GatewayConfig {
  return {
    host: s.text('HOST', '0.0.0.0', LISTEN_ADDRESS),
    ...readPorts(s, 8080),
    traces: readTraceSettings(s),
    shutdownDelayMs: s.integer('SHUTDOWN_DELAY_MS', 500, { max: STOP_LIMITS.delayMs }),
    contentUrl: s.origin('CONTENT_URL', 'http://127.0.0.1:8081'),
    calendarUrl: s.origin('CALENDAR_URL', 'http://127.0.0.1:8082'),
    baseUrl: s.address('BASE_URL', 'http://localhost:8080', WEB_ADDRESS),
    hstsIncludeSubdomains: s.flag('HSTS_INCLUDE_SUBDOMAINS', false),
    corsAllowedOrigins: s.list('CORS_ALLOWED_ORIGINS', ALLOWED_ORIGIN).map(originOf),
    bodyLimitBytes: s.integer('BODY_LIMIT_MB', 60, { min: 1, max: 10_240 }) * MEBIBYTE,
    connectTimeoutMs: s.integer('CONNECT_TIMEOUT_MS', 2000, { min: 1, max: 600_000 }),
    responseTimeoutMs: s.integer('RESPONSE_TIMEOUT_MS', 60_000, { min: 1, max: 3_600_000 }),
    trustedProxies: s.list('TRUSTED_PROXIES', ADDRESS_RANGE),
    trustsTraceparent: s.flag('TRUST_TRACEPARENT', false),
    calendarPrefixes: calendarPrefixes(s),
    logLevel: s.oneOf<LogLevel>('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    logFormat: s.oneOf<LogFormat>('LOG_FORMAT', ['json', 'pretty'], 'json'),
  };
}

const ALLOWED_ORIGIN = {
  pattern: new RegExp(`^\\*$|${ORIGIN.pattern.source}`),
  complaint: 'must be * or origins such as https://app.example',
};

function calendarPrefixes(s: SettingsReader): readonly string[] {
  return s.list('CALENDAR_PREFIXES', ADDITIONAL_PREFIX).map((prefix) => prefix.replace(/\/$/, ''));
}
