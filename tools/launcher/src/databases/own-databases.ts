import { EmbeddedPostgres, EmbeddedPostgresError } from '@almanac/embedded-postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../settings/launch-error';
import type { WriteLine } from '../programs/program-process';
import { RestartPause } from '../programs/restart-pause';
import type { DatabaseUrls } from '../settings/settings';

const CONTENT = 'almanac_content';
const CALENDAR = 'almanac_calendar';

/** The embedded PostgreSQL with one database per service. Restarts when it ends by itself. */
export class OwnDatabases {
  readonly urls: DatabaseUrls;
  private readonly stopping = new AbortController();
  private readonly supervision: Promise<void>;

  private constructor(
    private server: EmbeddedPostgres,
    private readonly dataDir: string,
    private readonly write: WriteLine,
  ) {
    this.urls = { content: server.url(CONTENT), calendar: server.url(CALENDAR) };
    this.supervision = this.supervise();
  }

  /** @throws LaunchError when PostgreSQL cannot run on this data folder or this machine */
  static async start(dataDir: string, write: WriteLine): Promise<OwnDatabases> {
    try {
      const server = await EmbeddedPostgres.start({ dataDir, log: write });
      const databases = new OwnDatabases(server, dataDir, write);
      await server.createDatabase(CONTENT);
      await server.createDatabase(CALENDAR);
      return databases;
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      throw new LaunchError(
        `${error.message}\n(To use another PostgreSQL, set DATABASE_URL and CALENDAR_DATABASE_URL.)`,
        { cause: error },
      );
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.server.stop();
    await this.supervision;
  }

  kill(): void {
    this.stopping.abort();
    this.server
      .stop({ now: true })
      .catch((failure: unknown) => this.write(`PostgreSQL cannot be stopped: ${String(failure)}`));
  }

  private async supervise(): Promise<void> {
    const pause = new RestartPause();
    for (let startedAtMs = Date.now(); ; startedAtMs = Date.now()) {
      await this.server.exited;
      while (!this.isStopping()) {
        const pauseMs = pause.after(Date.now() - startedAtMs);
        this.write(`PostgreSQL ended; it is started again in ${pauseMs / 1_000} s.`);
        await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        if (this.isStopping() || (await this.startAgain())) break;
      }
      if (this.isStopping()) return;
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Returns false unless the server gets its old port back: the programs know it by its port. */
  private async startAgain(): Promise<boolean> {
    try {
      const server = await EmbeddedPostgres.start({ dataDir: this.dataDir, log: this.write });
      if (server.url(CONTENT) === this.urls.content) {
        this.server = server;
        if (this.isStopping()) await server.stop();
        return true;
      }
      this.write('Another program has taken the port of PostgreSQL.');
      await server.stop();
    } catch (error) {
      this.write(String(error));
    }
    return false;
  }
}
