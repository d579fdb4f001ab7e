import { freePort, portIsFree } from '@almanac/runtime';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from '../cluster/binaries';
import type { DataFolder } from '../cluster/data-folder';
import { EmbeddedPostgresError, explaining } from '../cluster/embedded-postgres.error';
import { HOST, probe } from './connecting';

export type ServerSettings = Readonly<Record<string, string | number | boolean>>;

/** How long temporary failures are retried: children of a killed server still run, or another program took the port. */
const RETRY_FOR_MS = 5_000;
const TEMPORARY = /lock file .* already exists|pre-existing shared memory block|could not bind|Address already in use/i;
/** Recovery after a crash may take long; a server that still does not answer after this time is stuck. */
const ANSWER_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;

/** A running server that is a child of this process. */
export class ServerProcess {
  /** Settles when the server has ended, for any reason. */
  readonly exited: Promise<void>;
  private hasExited = false;
  private readonly endWithUs = () => this.child.kill('SIGINT');

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.exited = new Promise((resolve) => {
      child.once('exit', () => {
        this.hasExited = true;
        process.removeListener('exit', this.endWithUs);
        resolve();
      });
    });
    process.once('exit', this.endWithUs);
  }

  /** @throws EmbeddedPostgresError with the end of the server's log when it refuses the data, or when it cannot run at all */
  static async start(postgres: string, folder: DataFolder, settings: ServerSettings): Promise<ServerProcess> {
    let startOfLog = turnLog(folder.logFile);
    const deadline = Date.now() + RETRY_FOR_MS;
    for (;;) {
      const server = new ServerProcess(...(await launch(postgres, folder, settings)));
      if (await server.answers(folder)) return server;
      const log = readFileSync(folder.logFile);
      const reasons = log.subarray(startOfLog).toString('utf8').trim();
      // The whole text, because children of a killed server write their own ends behind the reason.
      if (!TEMPORARY.test(reasons) || Date.now() > deadline) {
        const endOfLog = reasons.split('\n').slice(-10).join('\n');
        throw new EmbeddedPostgresError(`PostgreSQL refused to start with the data in ${folder.cluster}.\n${endOfLog}`);
      }
      startOfLog = log.length;
      await sleep(250);
    }
  }

  /** Ends the server at once when this process has ended, even when it was killed. */
  guard(): void {
    if (this.hasExited || this.child.pid === undefined) return;
    const guard = new ServerGuard(this.child.pid);
    this.child.once('exit', () => guard.stop());
  }

  /** Aborts running transactions, writes all data to disk and waits for the end. `now` skips the write; the next start then recovers. */
  async stop(now = false): Promise<void> {
    if (this.hasExited) return;
    this.child.kill(now ? 'SIGQUIT' : 'SIGINT');
    const timer = setTimeout(() => this.child.kill('SIGQUIT'), STOP_LIMIT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  private async answers(folder: DataFolder): Promise<boolean> {
    const { password } = folder.notes;
    const deadline = Date.now() + ANSWER_LIMIT_MS;
    while (!this.hasExited) {
      const answer = await probe({ port: this.port, password });
      if ('cluster' in answer && answer.cluster === folder.cluster) return true;
      const isWrongPassword = 'code' in answer && answer.code === '28P01';
      if (isWrongPassword || Date.now() > deadline) {
        await this.stop();
        const why = isWrongPassword ? 'does not accept the password in server.json' : 'does not answer';
        throw new EmbeddedPostgresError(`The PostgreSQL server of ${folder.cluster} ${why}.`);
      }
      await sleep(25);
    }
    return false;
  }
}

async function launch(postgres: string, folder: DataFolder, settings: ServerSettings): Promise<[ChildProcess, number]> {
  const lastPort = folder.notes.port;
  const port = lastPort !== undefined && (await portIsFree(lastPort, HOST)) ? lastPort : await freePort();
  const options = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    log_checkpoints: false,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const args = [
    '-D',
    folder.cluster,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = explaining(`The data folder cannot be written (${folder.logFile})`, () =>
    openSync(folder.logFile, 'a', 0o600),
  );
  try {
    // Detached, because Ctrl+C reaches every process of the terminal and would stop the server before the programs that use it.
    // Its output goes to a file, because a pipe would break when only this process is killed.
    const child = spawn(postgres, args, {
      ...folder.account,
      env: serverEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return [child, port];
  } catch (cause) {
    throw new EmbeddedPostgresError(`PostgreSQL cannot be run on this machine (${String(cause)}).`, { cause });
  } finally {
    closeSync(log);
  }
}

/** Renames a log that has grown too long. @returns the size of the current log */
function turnLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** Its standard input closes when this process has ended. */
const SCRIPT = `process.stdin.resume().once('close', () => {
  try { process.kill(Number(process.argv[1]), 'SIGQUIT'); } catch (gone) {}
});`;

/** A process that ends a server at once when this process has ended, even by SIGKILL. */
class ServerGuard {
  private readonly child: ChildProcess;

  constructor(serverPid: number) {
    // Detached, because Ctrl+C reaches every process of the terminal, and the guard has to outlive this one.
    this.child = spawn(process.execPath, ['-e', SCRIPT, String(serverPid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    });
    this.child.on('error', () => undefined);
    this.child.stdin?.on('error', () => undefined);
    // A guard must not keep a program alive that has nothing else to do.
    this.child.unref();
    if (this.child.stdin instanceof Socket) this.child.stdin.unref();
  }

  /** To be called when the server has ended, because another process may get its id. */
  stop(): void {
    this.child.kill('SIGKILL');
  }
}
