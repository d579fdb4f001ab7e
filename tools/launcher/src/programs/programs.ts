import type { Environment } from '@almanac/runtime';
import path from 'node:path';
import type { Credentials } from '../settings/credentials';
import { calendarStorageUrl, type DatabaseUrls, type LauncherSettings } from '../settings/settings';

export type ProgramName = 'content-service' | 'calendar-service' | 'gateway';

/** Script of each program. */
export type ProgramScripts = Readonly<Record<ProgramName, string>>;

/** Scripts of the built programs, beside the built launcher: dist/<app>/apps/<app>/src/main.js. */
export function builtPrograms(dist: string): ProgramScripts {
  const script = (name: ProgramName) => path.join(dist, name, 'apps', name, 'src/main.js');
  return {
    'content-service': script('content-service'),
    'calendar-service': script('calendar-service'),
    gateway: script('gateway'),
  };
}

/** Megabytes of V8's old generation: those that Node takes in the containers of the chart, half of their limits. */
const HEAP_MB: Readonly<Record<ProgramName, number>> = {
  'content-service': 512,
  'calendar-service': 384,
  gateway: 192,
};

/** V8 would keep young generations of over 100 MB on a machine with much memory. The images set the same. Later options win. */
export const nodeOptions = (program: ProgramName, { NODE_OPTIONS = '' }: Environment): string =>
  `--max-old-space-size=${HEAP_MB[program]} --max-semi-space-size=16 ${NODE_OPTIONS}`.trim();

interface Wiring {
  readonly settings: LauncherSettings;
  readonly databases: DatabaseUrls;
  readonly credentials: Credentials;
  /** Loopback ports of the two services. */
  readonly ports: { readonly content: number; readonly calendar: number };
}

/** Variables that only some programs get, so that a leak in one program does not reveal the secrets of another. */
const NOT_FOR_ALL = [
  'PORT',
  'METRICS_PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'CALENDAR_DATABASE_URL',
  'DATABASE_READ_URL',
  'CALENDAR_DATABASE_READ_URL',
  'STORAGE_URL',
  'CONTENT_URL',
  'CALENDAR_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_API_TOKEN',
  'SERVICE_SECRET',
];

/** People read the log in its file and at a terminal, log collectors elsewhere. */
export function withLogDefaults(env: Environment, isForPeople: boolean): Environment {
  return isForPeople ? { LOG_FORMAT: 'pretty', ...env } : env;
}

/** Each program's environment: the launcher's own, except the variables that the launcher sets. */
export function environments(
  env: Environment,
  { settings, databases, credentials, ports }: Wiring,
): Record<ProgramName, Environment> {
  const passed = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_ALL.includes(name)));
  const shared = { ...passed, BASE_URL: settings.baseUrl };
  const contentUrl = `http://127.0.0.1:${ports.content}`;
  return {
    'content-service': {
      ...shared,
      NODE_OPTIONS: nodeOptions('content-service', env),
      HOST: '127.0.0.1',
      PORT: String(ports.content),
      DATABASE_URL: databases.content,
      DATABASE_READ_URL: env['DATABASE_READ_URL'],
      STORAGE_URL: settings.storageUrl,
      CALENDAR_URL: `http://127.0.0.1:${ports.calendar}`,
      SERVICE_SECRET: credentials.serviceSecret,
      ADMIN_EMAIL: credentials.adminEmail,
      ADMIN_PASSWORD: credentials.adminPassword,
      ADMIN_API_TOKEN: credentials.adminApiToken,
    },
    'calendar-service': {
      ...shared,
      NODE_OPTIONS: nodeOptions('calendar-service', env),
      HOST: '127.0.0.1',
      PORT: String(ports.calendar),
      CALENDAR_DATABASE_URL: databases.calendar,
      CALENDAR_DATABASE_READ_URL: env['CALENDAR_DATABASE_READ_URL'],
      STORAGE_URL: calendarStorageUrl(settings.storageUrl),
      CONTENT_URL: contentUrl,
      SERVICE_SECRET: credentials.serviceSecret,
      TZ_SITE: settings.siteZone,
    },
    gateway: {
      ...shared,
      NODE_OPTIONS: nodeOptions('gateway', env),
      HOST: settings.host,
      PORT: String(settings.port),
      CONTENT_URL: contentUrl,
      CALENDAR_URL: `http://127.0.0.1:${ports.calendar}`,
    },
  };
}
