import { SettingsError } from '@almanac/runtime';
import { readContentSettings } from './config';

const SECRET = 'a secret between the services of a test';
const NEEDED = {
  DATABASE_URL: 'postgres://content:secret@db/content',
  STORAGE_URL: 'file:///srv/files',
  SERVICE_SECRET: SECRET,
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readContentSettings({ ...NEEDED, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map((fault) => fault.split(' ')[0] ?? '');
    throw error;
  }
}

describe('readContentSettings', () => {
  it('reads the addresses of databases without a slash at their end', () => {
    const url = NEEDED.DATABASE_URL;
    const settings = readContentSettings({ ...NEEDED, DATABASE_URL: `${url}/`, DATABASE_READ_URL: `${url}/` });
    expect(settings).toMatchObject({ databaseUrl: url, databaseReadUrl: url });
  });

  it.each([
    [{ SERVICE_SECRET: 'a' }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: 'a'.repeat(31) }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: ` ${'a'.repeat(31)} ` }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: 'ü'.repeat(32) }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: `${SECRET},short` }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: `short,${SECRET}` }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: `${SECRET},` }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: `${SECRET},${' '.repeat(32)}a` }, 'SERVICE_SECRET'],
    [{ DATABASE_URL: 'postgres://' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db:70000/content' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://' }, 'DATABASE_READ_URL'],
    [{ BASE_URL: 'https://docs.example?lang=en' }, 'BASE_URL'],
    [{ BASE_URL: 'https://docs.example/#top' }, 'BASE_URL'],
    [{ BASE_URL: 'https://ada:secret@docs.example' }, 'BASE_URL'],
    [{ CALENDAR_URL: 'http://calendar:8082/v1' }, 'CALENDAR_URL'],
    [{ API_DEFAULT_ITEM_COUNT: '100', API_MAX_ITEM_COUNT: '50' }, 'API_MAX_ITEM_COUNT'],
    [{ API_DEFAULT_ITEM_COUNT: '501' }, 'API_MAX_ITEM_COUNT'],
    [{ API_MAX_ITEM_COUNT: '100001' }, 'API_MAX_ITEM_COUNT'],
    [{ REVISION_LIMIT: '99999999999' }, 'REVISION_LIMIT'],
    [{ METRICS_PORT: '9464', PORT: '9464' }, 'METRICS_PORT'],
    [{ METRICS_PORT: '8081' }, 'METRICS_PORT'],
    [{ MAIL_HOST: 'smtp.example', MAIL_FROM: 'a@example.com', MAIL_USERNAME: 'ada' }, 'MAIL_PASSWORD'],
    [{ MAIL_HOST: 'smtp.example', MAIL_FROM: 'a@example.com', MAIL_PASSWORD: 'x' }, 'MAIL_USERNAME'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1/traces' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1/traces/' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ APP_NAME: 'a'.repeat(192) }, 'APP_NAME'],
  ])('refuses %j', (env, name) => expect(faultsOf(env)).toEqual([name]));

  it('reports all faults together', () => {
    expect(faultsOf({ SERVICE_SECRET: 'a', DATABASE_URL: 'postgres://', METRICS_PORT: '8081' })).toEqual([
      'METRICS_PORT',
      'DATABASE_URL',
      'SERVICE_SECRET',
    ]);
  });

  it.each([
    { SERVICE_SECRET: `${SECRET}, ${'b'.repeat(32)}` },
    { DATABASE_URL: 'postgres://content:p%40ss@[fd00::7]:5433/content?sslmode=require' },
    { DATABASE_URL: 'postgresql:///content?host=/run/postgresql' },
    { BASE_URL: 'https://intranet.example:8443/docs/' },
    { BASE_URL: 'http://10.0.0.7' },
    { API_MAX_ITEM_COUNT: '50' },
    { METRICS_PORT: '0', PORT: '0' },
    { REVISION_LIMIT: 'False' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp' },
  ])('accepts %j', (env) => expect(faultsOf(env)).toEqual([]));

  it('understands `false` as no limit of revisions', () => {
    expect(readContentSettings(NEEDED).revisionLimit).toBe(100);
    expect(readContentSettings({ ...NEEDED, REVISION_LIMIT: 'false' }).revisionLimit).toBeUndefined();
  });
});
