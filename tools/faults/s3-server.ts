import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { homedir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { detached } from '@almanac/observability';
import { freePort } from '@almanac/runtime';
import { until } from '@almanac/testing';

/** Where tools/ci/s3.sh builds it. */
const CACHE = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
const PROGRAM = path.join(CACHE, 'almanac-ci/versitygw-v1.8.0/versitygw');

const KEY = 'almanac';
const SECRET = 'a-secret-of-tests';
const BUCKET = 'almanac';

/** Undefined where the S3 server was not built. */
export const S3_PROGRAM = existsSync(PROGRAM) ? PROGRAM : undefined;

/** A real S3 server behind a proxy that can refuse, delay or hold all requests. */
export class S3Server {
  /** Settings of programs that keep their files here. */
  readonly settings: Readonly<Record<string, string>>;
  isRefusing = false;
  delayMs = 0;
  private silence: Promise<void> | undefined;

  private constructor(
    private readonly program: string,
    private readonly child: ChildProcess,
    private readonly proxy: Server,
    readonly endpoint: string,
  ) {
    this.settings = {
      STORAGE_URL: `s3://${BUCKET}/files?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
    };
  }

  /** @param folder of the bucket's files */
  static async start(program: string, folder: string): Promise<S3Server> {
    mkdirSync(path.join(folder, BUCKET), { recursive: true });
    const accounts = `${folder}-accounts`;
    mkdirSync(accounts);
    const port = await freePort();
    const child = spawn(program, ['--quiet', '--port', `127.0.0.1:${port}`, '--iam-dir', accounts, 'posix', folder], {
      env: { ...process.env, ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const proxy = createServer();
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const proxyPort = typeof address === 'object' ? address?.port : '';
    const server = new S3Server(program, child, proxy, `http://127.0.0.1:${proxyPort}`);
    server.forwardTo(port);
    await until(() =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      ),
    );
    return server;
  }

  /** Answers no request while `work` runs. */
  async silentDuring(work: Promise<void>): Promise<void> {
    this.silence = work;
    await work;
    this.silence = undefined;
  }

  /** From now on the server accepts this key as well. */
  addKey(key: string, secret: string): Promise<void> {
    return this.administer('create-user', '--access', key, '--secret', secret, '--role', 'admin');
  }

  removeKey(key: string): Promise<void> {
    return this.administer('delete-user', '--access', key);
  }

  private async administer(...command: string[]): Promise<void> {
    const own = ['--access', KEY, '--secret', SECRET, '--endpoint-url', this.endpoint];
    await promisify(execFile)(this.program, ['admin', ...own, ...command]);
  }

  async stop(): Promise<void> {
    this.proxy.close();
    this.proxy.closeAllConnections();
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Keeps `Host`, which the signature of a request includes. */
  private forwardTo(port: number): void {
    const forward = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
      if (this.isRefusing) {
        incoming.resume();
        answer.writeHead(503, { 'retry-after': '1' }).end();
        return;
      }
      await sleep(this.delayMs);
      await this.silence;
      const { method, url: target, headers } = incoming;
      const forwarded = request({ host: '127.0.0.1', port, method, path: target, headers }, (response) => {
        if (answer.destroyed) {
          response.destroy();
          return;
        }
        answer.writeHead(response.statusCode ?? 502, response.headers);
        pipeline(response, answer, () => undefined);
      });
      forwarded.on('error', () => answer.destroy());
      pipeline(incoming, forwarded, () => undefined);
    };
    this.proxy.on('request', (incoming, answer) => detached(forward(incoming, answer), 'request to the S3 server'));
  }
}
