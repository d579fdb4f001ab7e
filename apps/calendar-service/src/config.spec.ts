import { SettingsError } from '@almanac/runtime';
import { readCalendarSettings } from './config';

const SECRET = 'a secret between the services of a test';
const NEEDED = {
  CALENDAR_DATABASE_URL: 'postgres://calendar:secret@db/calendar',
  STORAGE_URL: 'file:///srv/files',
  SERVICE_SECRET: SECRET,
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readCalendarSettings({ ...NEEDED, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map((fault) => fault.split(' ')[0] ?? '');
    throw error;
  }
}

describe('readCalendarSettings', () => {
  it.each([
    [{ SERVICE_SECRET: 'a' }, 'SERVICE_SECRET'],
    [{ SERVICE_SECRET: `${SECRET},short` }, 'SERVICE_SECRET'],
    [{ CALENDAR_DATABASE_URL: 'postgres://' }, 'CALENDAR_DATABASE_URL'],
    [{ CALENDAR_DATABASE_READ_URL: 'postgres://' }, 'CALENDAR_DATABASE_READ_URL'],
    [{ BASE_URL: 'https://docs.example?lang=en' }, 'BASE_URL'],
    [{ CONTENT_URL: 'http://content:8081/api' }, 'CONTENT_URL'],
    [{ METRICS_PORT: '8082' }, 'METRICS_PORT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1/traces' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ CURRENCY_CODE: 'ABC' }, 'CURRENCY_CODE'],
    [{ TZ_SITE: 'Mars/Base' }, 'TZ_SITE'],
    [{ OUTGOING_ALLOWED_HOSTS: 'files.internal,https://b.internal' }, 'OUTGOING_ALLOWED_HOSTS'],
  ])('refuses %j', (env, name) => expect(faultsOf(env)).toEqual([name]));

  it.each([
    { CURRENCY_CODE: 'eur' },
    { TZ_SITE: 'europe/rome' },
    { OUTGOING_ALLOWED_HOSTS: 'files.internal, 10.0.0.7:8080 [fd00::7]' },
  ])('accepts %j', (env) => expect(faultsOf(env)).toEqual([]));
});
