import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomBytes } from 'node:crypto';
import type { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { BenchProcess, builtScript, type Environment, ROOT } from './bench-process';
import type { BenchOptions } from './options';
import { seedCalendar } from './seed/calendar';
import { seedContent } from './seed/content';

/** The programs under test and the two baselines, all running. */
export interface BenchSystem {
  readonly content: BenchProcess;
  /** The content-service of the other build. */
  readonly beside: BenchProcess | undefined;
  readonly gateway: BenchProcess;
  /** Absent when it is not built or cannot be filled. */
  readonly calendar: BenchProcess | undefined;
  readonly limit: BenchProcess;
  readonly hello: BenchProcess;
  readonly authorization: string;
}

/** Starts all programs and adds each to `started`, so that the caller can stop them even after a failure. */
export async function startSystem(
  postgres: EmbeddedPostgres,
  folder: string,
  options: BenchOptions,
  started: BenchProcess[],
): Promise<BenchSystem> {
  const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
  const storage = path.join(folder, 'files');
  mkdirSync(storage);
  const shared = {
    BASE_URL: 'http://localhost:8080',
    SERVICE_SECRET: randomBytes(16).toString('hex'),
    API_REQUESTS_PER_MIN: '100000000',
    API_REQUESTS_IN_FLIGHT: '100000000',
  };
  const contentEnv = {
    ...shared,
    DATABASE_URL: postgres.url('content'),
    STORAGE_URL: pathToFileURL(storage).href,
    ADMIN_API_TOKEN: token,
  };
  const authorization = `Token ${token}`;
  const start = async (name: string, script: string, env: Environment, probe: string) => {
    const program = await BenchProcess.start(
      name,
      script,
      env,
      probe,
      options.profile && !script.endsWith('.ts') ? profiling(options.profile, name) : [],
    );
    started.push(program);
    return program;
  };

  await postgres.createDatabase('content');
  await BenchProcess.run(builtScript('content-service'), ['migrate'], contentEnv);
  await seedContent(postgres.url('content'), options.pages);
  const content = await start('content-service', builtScript('content-service'), contentEnv, '/healthz');

  const beside = options.beside
    ? await start(
        'content-service of the other build',
        builtScript('content-service', options.beside),
        contentEnv,
        '/healthz',
      )
    : undefined;

  const calendar = await startCalendar();
  const urls = { CONTENT_URL: content.url, CALENDAR_URL: calendar?.url ?? 'http://127.0.0.1:1' };
  const gateway = await start('gateway', builtScript('gateway'), { ...shared, ...urls }, '/healthz');
  const servers = path.join(ROOT, 'bench/servers');
  const limit = await start(
    'limit',
    path.join(servers, 'limit.ts'),
    { DATABASE_URL: postgres.url('content') },
    '/api/pages/1',
  );
  const hello = await start('Nest hello', path.join(servers, 'nest-hello.ts'), {}, '/hello');
  return { content, beside, gateway, calendar, limit, hello, authorization };

  async function startCalendar(): Promise<BenchProcess | undefined> {
    const script = builtScript('calendar-service');
    if (!existsSync(script)) {
      console.log('bench: the calendar-service is not built, so its rows are left out.');
      return undefined;
    }
    try {
      await postgres.createDatabase('calendar');
      const env = {
        ...shared,
        CALENDAR_DATABASE_URL: postgres.url('calendar'),
        CONTENT_URL: content.url,
        STORAGE_URL: pathToFileURL(path.join(storage, 'calendar')).href,
      };
      await BenchProcess.run(script, ['migrate'], env);
      const program = await start('calendar-service', script, env, '/healthz');
      await seedCalendar(program, options.events, authorization);
      return program;
    } catch (failure) {
      console.log(
        `bench: the calendar-service is not ready, so its rows are left out (${failure instanceof Error ? failure.message : String(failure)}).`,
      );
      return undefined;
    }
  }
}

const profiling = (folder: string, name: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${path.resolve(folder)}`,
  `--cpu-prof-name=${name}.cpuprofile`,
];
