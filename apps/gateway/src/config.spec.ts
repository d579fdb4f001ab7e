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
      CORS_ALLOWED_ORIGINS: 'https://App.example/, http://localhost:3000',
      TRUSTED_PROXIES: '10.0.0.0/8 ::1',
    });
    expect(config.corsAllowedOrigins).toEqual(['https://app.example', 'http://localhost:3000']);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });

  it.each([
    [{ CONTENT_URL: 'http://content:8081/base' }, 'CONTENT_URL must have no path'],
    [{ CALENDAR_URL: 'http://user:pass@calendar' }, 'CALENDAR_URL must have no path'],
    [{ CORS_ALLOWED_ORIGINS: 'https://app.example/path' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ CORS_ALLOWED_ORIGINS: 'app.example' }, 'CORS_ALLOWED_ORIGINS must be'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be'],
    [{ TRUSTED_PROXIES: 'proxy.local' }, 'TRUSTED_PROXIES must be'],
    [{ CALENDAR_PREFIXES: '/dates /api/dates' }, 'CALENDAR_PREFIXES must be'],
    [{ BODY_LIMIT_MB: '0' }, 'BODY_LIMIT_MB must be'],
  ])('rejects %j', (env, fault) => expect(() => readConfig(env)).toThrow(fault));
});
