import { REDIS_URL, SettingsError, WEB_ADDRESS } from '@almanac/runtime';
import { readLauncherSettings } from './settings';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readLauncherSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('the launcher’s settings', () => {
  it('have a default for everything', () => {
    expect(readLauncherSettings({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      baseUrl: 'http://localhost:8080',
      dataDir: `${process.cwd()}/.almanac`,
      storageUrl: `file://${process.cwd()}/.almanac/files`,
      createsStorage: true,
      siteZone: 'UTC',
      chosen: {},
    });
  });

  it('derive base URL and storage URL from port and data folder', () => {
    expect(readLauncherSettings({ PORT: '9000', DATA_DIR: '/srv/my docs' })).toMatchObject({
      baseUrl: 'http://localhost:9000',
      storageUrl: 'file:///srv/my%20docs/files',
    });
  });

  it.each([
    [{}, true],
    [{ STORAGE_URL: 'file:///srv/files' }, false],
    [{ STORAGE_URL: 'file:///srv/files', STORAGE_CREATE: 'true' }, true],
    [{ STORAGE_URL: 's3://files' }, false],
  ])('create a missing store with %j: %p', (env, creates) => {
    expect(readLauncherSettings(env).createsStorage).toBe(creates);
  });

  it('accept two external databases', () => {
    const env = { DATABASE_URL: 'postgres://db/content', CALENDAR_DATABASE_URL: 'postgresql://db/calendar' };
    expect(readLauncherSettings(env).databases).toEqual({
      content: env.DATABASE_URL,
      calendar: env.CALENDAR_DATABASE_URL,
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535'],
    [{ BASE_URL: 'docs.example' }, `BASE_URL ${WEB_ADDRESS.complaint}`],
    [{ BASE_URL: 'https://bücher.example' }, `BASE_URL ${WEB_ADDRESS.complaint}`],
    [
      { DATABASE_URL: 'postgres://db/a' },
      'DATABASE_URL and CALENDAR_DATABASE_URL must be given together (or neither, for the embedded PostgreSQL)',
    ],
    [
      { CALENDAR_DATABASE_URL: 'postgres://db/a' },
      'DATABASE_URL and CALENDAR_DATABASE_URL must be given together (or neither, for the embedded PostgreSQL)',
    ],
    [
      { DATABASE_URL: 'mysql://db/a', CALENDAR_DATABASE_URL: 'postgres://db/b' },
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database',
    ],
    [
      { DATABASE_URL: 'postgres://db/a', CALENDAR_DATABASE_URL: 'postgres://db/a' },
      'DATABASE_URL and CALENDAR_DATABASE_URL must be two different databases',
    ],
    [
      { STORAGE_URL: 's3://bucket?zone=x' },
      'STORAGE_URL may have the parameters endpoint, region, path_style, not zone',
    ],
    [
      { STORAGE_URL: 'file:files' },
      'STORAGE_URL must name a folder by its whole path, such as file:///var/lib/almanac/files',
    ],
    [
      { SERVICE_SECRET: 'a' },
      'SERVICE_SECRET must have at least 32 characters (ASCII); several secrets, each as long, are separated by commas',
    ],
    [{ STORAGE_URL: 'ftp://x' }, 'STORAGE_URL must be a URL that starts with file: or s3:'],
    [{ REDIS_URL: 'http://cache' }, `REDIS_URL ${REDIS_URL.complaint}`],
    [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ ADMIN_PASSWORD: '1234567' }, 'ADMIN_PASSWORD must have at least 8 characters'],
    [{ ADMIN_API_TOKEN: 'a:b' }, 'ADMIN_API_TOKEN must be <id>:<secret>, each of 32 letters or digits'],
    [
      { ADMIN_API_TOKEN: `${'a'.repeat(31)}-:${'b'.repeat(32)}` },
      'ADMIN_API_TOKEN must be <id>:<secret>, each of 32 letters or digits',
    ],
    [{ API_REQUESTS_PER_MIN: '0' }, 'API_REQUESTS_PER_MIN must be a whole number from 1 to 1000000000'],
    [{ TZ_SITE: 'Mars/Base' }, 'TZ_SITE must be a time zone name such as Europe/Rome'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of json, pretty'],
  ])('report the fault in %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });
});
