import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { freePort } from '@almanac/runtime';

const ROOT = path.resolve(__dirname, '..');
const READY_MS = 180_000;

/**
 * Creates a temporary folder for the data of a system. Every user may enter it: if root starts PostgreSQL, PostgreSQL runs as another
 * user.
 */
export function newDataFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts PostgreSQL with an empty database for each service. */
export async function startPostgres(
  dataDir: string,
  settings: Readonly<Record<string, string | number>> = { fsync: 'off' },
): Promise<EmbeddedPostgres> {
  const postgres = await EmbeddedPostgres.start({ dataDir, settings, endsWithProcess: true });
  for (const database of ['content', 'calendar']) await postgres.createDatabase(database);
  return postgres;
}

/** The three programs on fresh data, as `npm start` runs them. */
export interface WholeSystem {
  /** The gateway's address. */
  base: string;
  /** Address of a service's database, for tools that read or prepare it. */
  databaseUrl(service: 'content' | 'calendar'): string;
  /** Process id of the launcher, whose children are the programs. */
  launcher: number;
  /** The temporary folder of all three programs. */
  temporaryFolder: string;
  /** Everything the launcher and the programs have printed so far. */
  output(): string;
  /** Stops the programs and PostgreSQL, and removes all data. */
  stop(): Promise<void>;
}

/**
 * Starts the built system with an empty database.
 * @param name of the folder that holds its data
 * @param settings added to the environment of all programs
 * @param root of the checkout whose build runs; this one unless given
 * @throws Error with the output when the system ends before it is ready
 */
export async function startWholeSystem(
  name: string,
  settings: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<WholeSystem> {
  const folder = newDataFolder(name);
  const temporaryFolder = path.join(folder, 'temporary');
  mkdirSync(temporaryFolder);
  // Programs that run as another user write temporary files here too.
  chmodSync(temporaryFolder, 0o1777);
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const base = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...process.env,
    PORT: new URL(base).port,
    BASE_URL: base,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url('content'),
    CALENDAR_DATABASE_URL: postgres.url('calendar'),
    TMPDIR: temporaryFolder,
    API_REQUESTS_PER_MIN: '1000000',
    API_REQUESTS_IN_FLIGHT: '1000000',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const program = spawn(process.execPath, [path.join(root, 'tools/start.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** Of the programs; the terminal of a former release shows them. */
  const log = path.join(env.DATA_DIR, 'almanac.log');
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));

  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
    await postgres.stop({ now: true });
    rmSync(folder, { recursive: true, force: true });
  };
  const endedEarly = ended.then(() => Promise.reject(new Error(`the system ended before it was ready:\n${output}`)));
  try {
    await Promise.race([endedEarly, ready(`${base}/readyz`)]);
  } catch (failure) {
    await stop();
    throw failure;
  }
  // From here on the caller has to notice when the process ends.
  endedEarly.catch(() => undefined);
  return {
    base,
    databaseUrl: (service) => postgres.url(service),
    launcher: program.pid ?? 0,
    temporaryFolder,
    output: () => output + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    stop,
  };
}

async function ready(url: string): Promise<void> {
  // The gateway answers 200 without the services; `ok` means that they are ready too.
  const isReady = () =>
    fetch(url).then(
      async (answer) => (await answer.text()).includes('"status":"ok"'),
      () => false,
    );
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(200)) if (await isReady()) return;
  throw new Error(`${url} did not get ready`);
}
