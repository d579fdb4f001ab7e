import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgres, type EmbeddedPostgresOptions } from '@almanac/embedded-postgres';
import { BenchProcess, builtScript, type Environment } from './bench-process';

/** Settings that keep rate limits out of a measurement. */
export const UNLIMITED = { API_REQUESTS_PER_MIN: '100000000', API_REQUESTS_IN_FLIGHT: '100000000' };

/** Settings of PostgreSQL that speed up the filling of large databases: no replicas, and few checkpoints. */
export const FAST_FILLING = {
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: 0,
};

/** Runs a benchmark. A failure is printed and sets the exit code. */
export function runBench(bench: () => Promise<void>): void {
  bench().catch((failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  });
}

/** Returns a new API token: `<id>:<secret>`. */
export const newToken = (): string => `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;

interface StageOptions {
  /** Settings of PostgreSQL besides `fsync`. */
  readonly settings?: EmbeddedPostgresOptions['settings'];
  /** A folder that outlives the run: the next run finds its databases there. */
  readonly keep?: string | undefined;
}

/** A folder and a PostgreSQL for one run of a benchmark, and the programs that it starts. */
export class Stage {
  private readonly ends: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly folder: string,
    readonly postgres: EmbeddedPostgres,
  ) {}

  /** Runs `work` and then ends all that it started. */
  static async run(
    name: string,
    work: (stage: Stage) => Promise<void>,
    { settings, keep }: StageOptions = {},
  ): Promise<void> {
    const folder = keep ? path.resolve(keep) : mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
    const postgres = await EmbeddedPostgres.start({
      dataDir: path.join(folder, 'postgres'),
      settings: { fsync: 'off', ...settings },
      endsWithProcess: true,
    });
    const stage = new Stage(folder, postgres);
    try {
      mkdirSync(stage.files, { recursive: true });
      await work(stage);
    } finally {
      for (const end of stage.ends.reverse()) await end();
      await postgres.stop({ now: !keep });
      if (!keep) rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The folder of the services' files. */
  get files(): string {
    return path.join(this.folder, 'files');
  }

  /** Calls `end` when the run ends, before PostgreSQL stops; the last one first. */
  onEnd(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  /** Creates a database with the tables of content-service. @returns the settings of a service that uses it */
  async contentSettings(
    token: string,
    more: Environment = {},
    database = 'content',
  ): Promise<Environment & { DATABASE_URL: string }> {
    const env = {
      DATABASE_URL: this.postgres.url(database),
      STORAGE_URL: pathToFileURL(this.files).href,
      SERVICE_SECRET: 'a secret between the services of a benchmark',
      ADMIN_API_TOKEN: token,
      ...more,
    };
    await this.postgres.createDatabase(database);
    await BenchProcess.run(builtScript('content-service'), ['migrate'], env);
    return env;
  }

  /** Starts a built service, until the run ends. */
  async start(service: string, env: Environment, script = builtScript(service)): Promise<BenchProcess> {
    const running = await BenchProcess.start(service, script, env, '/healthz');
    this.onEnd(() => running.stop());
    return running;
  }
}
