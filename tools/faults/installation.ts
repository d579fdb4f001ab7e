import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { builtProgram, type ServiceName } from '@almanac/testing';
import { type Environment, Fleet, type Replicas } from '../system/testing/fleet';
import { newDataFolder } from '../whole-system';
import { DatabaseServer } from './database-server';
import { STATIC_ADDRESSES, StaticFleet } from './static-fleet';

interface InstallationOptions {
  /** How many processes of each program run. */
  replicas: number;
  /** The gateways know the services by fixed addresses, whether they are ready or not. */
  staticNames?: boolean;
  /** Settings of all programs beside the usual ones. */
  settings?: Environment;
  /** Settings of content-service and calendar-service alone. */
  serviceSettings?: Environment;
  /** The folder of PostgreSQL; in the temporary folder of the installation by default. */
  databaseFolder?: string | undefined;
  /** Called before the programs start. @returns the address at which they connect to a database, e.g. that of a proxy */
  reachDatabase?: (url: string) => Promise<string>;
}

/** The token of the first administrator. */
export const TOKEN = `${'f'.repeat(32)}:${'z'.repeat(32)}`;

const STATIC_NAMES = {
  NODE_OPTIONS: `--require ${path.join(__dirname, 'static-names.cjs')}`,
  STATIC_NAMES: JSON.stringify({
    'content-service.test': STATIC_ADDRESSES,
    'calendar-service.test': STATIC_ADDRESSES,
  }),
};

const SECRET = 'a secret between the services of a test';

/** The built programs on fresh data: some replicas of each behind a balancer, with one PostgreSQL and one file store. */
export class Installation {
  private constructor(
    readonly contents: Replicas,
    readonly calendars: Replicas,
    readonly gateways: Replicas,
    /** Where the services connect to. */
    readonly databaseUrls: { content: string; calendar: string },
    readonly database: DatabaseServer,
    private readonly folder: string,
  ) {}

  static async start({
    replicas,
    staticNames = false,
    settings = {},
    serviceSettings = {},
    databaseFolder,
    reachDatabase = (url) => Promise.resolve(url),
  }: InstallationOptions): Promise<Installation> {
    const folder = newDataFolder('installation');
    const database = await DatabaseServer.start(databaseFolder ?? path.join(folder, 'postgres'));
    mkdirSync(path.join(folder, 'files'));
    const environment = {
      DATABASE_URL: await reachDatabase(database.url('content')),
      CALENDAR_DATABASE_URL: await reachDatabase(database.url('calendar')),
      STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
      SERVICE_SECRET: SECRET,
      ADMIN_API_TOKEN: TOKEN,
      ADMIN_PASSWORD: 'a password of tests',
      API_REQUESTS_PER_MIN: '1000000',
      API_REQUESTS_IN_FLIGHT: '1000000',
      // Everything takes many times as long on a busy machine.
      TASK_TIME_FACTOR: '100',
      SHUTDOWN_DELAY_MS: '1500',
      LOG_LEVEL: 'fatal',
      ...(staticNames && STATIC_NAMES),
      ...settings,
    };
    await migrate(environment);
    const fleet = (program: ServiceName, more: Environment) =>
      Fleet.start(program, { ...environment, ...more }, builtProgram(program));
    const service = (program: ServiceName, more: Environment): Promise<Replicas> =>
      staticNames
        ? StaticFleet.start(
            program,
            { ...environment, ...serviceSettings, ...more },
            builtProgram(program),
            `${program}.test`,
          )
        : fleet(program, { ...serviceSettings, ...more });
    const contents = await service('content-service', {});
    const CONTENT_URL = contents.url;
    const calendars = await service('calendar-service', { CONTENT_URL });
    const gateways = await fleet('gateway', { CONTENT_URL, CALENDAR_URL: calendars.url });
    for (const each of [contents, calendars, gateways])
      for (let count = 0; count < replicas; count += 1) await each.grow();
    const urls = { content: environment.DATABASE_URL, calendar: environment.CALENDAR_DATABASE_URL };
    return new Installation(contents, calendars, gateways, urls, database, folder);
  }

  /** The address that clients use. */
  get url(): string {
    return this.gateways.url;
  }

  get fleets(): readonly Replicas[] {
    return [this.contents, this.calendars, this.gateways];
  }

  async end(): Promise<void> {
    await Promise.all(this.fleets.map((fleet) => fleet.end()));
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Not synchronously: the programs may reach the database through this process. */
async function migrate(environment: Environment): Promise<void> {
  const env = { ...process.env, ...environment };
  for (const program of ['content-service', 'calendar-service'] as const)
    await promisify(execFile)(process.execPath, [...builtProgram(program), 'migrate'], { env });
}
