import { readConfig } from './config';

describe('readConfig', () => {
  it('returns defaults for an empty environment', () => {
    expect(readConfig({})).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      contentUrl: 'http://127.0.0.1:8081',
      calendarUrl: 'http://127.0.0.1:8082',
      corsAllowedOrigins: [],
      bodyLimitBytes: 60 * 1024 * 1024,
      connectTimeoutMs: 2000,
      responseTimeoutMs: 60_000,
      trustedProxies: [],
      trustsTraceparent: false,
      calendarPrefixes: [],
      logLevel: 'info',
      logFormat: 'json',
    });
  });

  it('parses lists of origins and proxies', () => {
    const config = readConfig({
      CORS_ALLOWED_ORIGINS: 'https://App.example:443/, http://localhost:3000',
      TRUSTED_PROXIES: '10.0.0.0/8 ::1',
    });
    expect(config.corsAllowedOrigins).toEqual(['https://app.example', 'http://localhost:3000']);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });

  it('accepts the address of a service with the default port of its scheme', () => {
    expect(readConfig({ CONTENT_URL: 'http://content:80', CALENDAR_URL: 'http://Calendar/' })).toMatchObject({
      contentUrl: 'http://content',
      calendarUrl: 'http://calendar',
    });
  });

  it('accepts a prefix of the calendar that only looks like the path of the description', () => {
    expect(readConfig({ CALENDAR_PREFIXES: '/openapi-json' }).calendarPrefixes).toEqual(['/openapi-json']);
  });

  it.each([
    [{ CALENDAR_PREFIXES: '/openapi.json' }, 'CALENDAR_PREFIXES must be'],
    [{ CONTENT_URL: 'http://content:8081/base' }, 'CONTENT_URL must be'],
    [{ CALENDAR_URL: 'http://user:pass@calendar' }, 'CALENDAR_URL must be'],
    [{ CORS_ALLOWED_ORIGINS: 'https://app.example/path' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ CORS_ALLOWED_ORIGINS: 'app.example' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be'],
    [{ TRUSTED_PROXIES: 'proxy.local' }, 'TRUSTED_PROXIES must be'],
    [{ CALENDAR_PREFIXES: '/dates /api/dates' }, 'CALENDAR_PREFIXES must be'],
    [{ CORS_ALLOWED_ORIGINS: 'https://*.app.example' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ CORS_ALLOWED_ORIGINS: 'https://app.example?a=b' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES must be'],
    [{ CALENDAR_PREFIXES: '/api' }, 'CALENDAR_PREFIXES must be'],
    [{ BASE_URL: 'https://docs.example?lang=en' }, 'BASE_URL must be'],
    [{ BASE_URL: 'https://docs.example#top' }, 'BASE_URL must be'],
    [{ BASE_URL: 'https://ada:secret@docs.example' }, 'BASE_URL must be'],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT must differ from PORT'],
    [{ CONNECT_TIMEOUT_MS: '99999999999' }, 'CONNECT_TIMEOUT_MS must be'],
    [{ RESPONSE_TIMEOUT_MS: '99999999999' }, 'RESPONSE_TIMEOUT_MS must be'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1/traces' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
    [{ BODY_LIMIT_MB: '0' }, 'BODY_LIMIT_MB must be'],
  ])('rejects %j', (env, fault) => expect(() => readConfig(env)).toThrow(fault));
});
