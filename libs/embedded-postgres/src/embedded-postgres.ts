import { errorCode } from '@almanac/runtime';
import { escapeIdentifier } from 'pg';
import { findPlatformPackage, usableBinaries } from './cluster/binaries';
import { connected, HOST } from './server/connecting';
import { DataFolder } from './cluster/data-folder';
import { initialise, SUPERUSER } from './cluster/initialise';
import { stopLeftoverServer } from './server/leftover-server';
import { changeOwner } from './cluster/server-account';
import { ServerProcess, type ServerSettings } from './server/server-process';

export interface EmbeddedPostgresOptions {
  /** Folder of the database and its files; created when absent. */
  readonly dataDir: string;
  /** Gets messages for the user at the terminal, one sentence each. */
  readonly log?: (line: string) => void;
  /** Server settings by PostgreSQL's own names. With `fsync: 'off'`, creating a new cluster does not wait for the disk either. */
  readonly settings?: ServerSettings;
  /** Ends the server at once when this process has ended, even when it was killed. For data that nobody needs afterwards. */
  readonly endsWithProcess?: boolean;
}

/** A PostgreSQL server on 127.0.0.1 that belongs to this process, with its data in a folder. */
export class EmbeddedPostgres {
  readonly host = HOST;
  readonly port: number;
  readonly user = SUPERUSER;
  readonly password: string;
  /** Settles when the server has ended, for any reason. */
  readonly exited: Promise<void>;

  private constructor(
    private readonly server: ServerProcess,
    folder: DataFolder,
  ) {
    this.port = server.port;
    this.password = folder.notes.password;
    this.exited = server.exited.then(() => folder.release());
  }

  /**
   * Starts the server on the folder's data, or on a new cluster in an empty folder. Resolves when the server answers.
   * @throws EmbeddedPostgresError when it cannot start; the folder's data is unchanged
   */
  static async start({
    dataDir,
    log = () => undefined,
    settings = {},
    endsWithProcess = false,
  }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const installed = findPlatformPackage();
    const folder = DataFolder.open(dataDir, log);
    try {
      const needsCluster = folder.needsCluster();
      const binaries = usableBinaries(installed, folder.account, folder.place);
      if (needsCluster) {
        folder.note({ initialised: false });
        await initialise(folder, binaries, settings['fsync'] !== 'off' && settings['fsync'] !== false);
      } else {
        folder.checkCluster(installed.version);
        changeOwner(folder.cluster, folder.account);
        await stopLeftoverServer(folder.cluster, folder.notes.password, log);
      }
      const server = await ServerProcess.start(binaries.postgres, folder, settings);
      if (endsWithProcess) server.guard();
      folder.note({ initialised: true, port: server.port });
      return new EmbeddedPostgres(server, folder);
    } catch (error) {
      folder.release();
      throw error;
    }
  }

  /** Connection URL of a database, with user and password. */
  url(database: string): string {
    return `postgres://${this.user}:${encodeURIComponent(this.password)}@${this.host}:${this.port}/${encodeURIComponent(database)}`;
  }

  /** Creates the database unless it exists. */
  async createDatabase(name: string): Promise<void> {
    await connected(this, async (client) => {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
      if (rowCount) return;
      try {
        await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
      } catch (error) {
        // Another program has created it meanwhile: duplicate_database, or a violation of its unique index.
        if (!['42P04', '23505'].includes(String(errorCode(error)))) throw error;
      }
    });
  }

  /** Stops the server and waits for its end. With `now` it stops without a checkpoint: no data is lost, the next start recovers. */
  async stop({ now = false }: { now?: boolean } = {}): Promise<void> {
    await this.server.stop(now);
    await this.exited;
  }
}
