import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '@almanac/runtime';
import { Redis } from 'ioredis';
import { until } from '../until';

/** Path of a Redis or Valkey server, such as the one that tools/ci/redis.sh installs; undefined without one. */
export const REDIS_SERVER = process.env['ALMANAC_TEST_REDIS_SERVER'];

/** A real Redis server that keeps nothing on disk, so that tests can stop, pause and start it, and change its passwords. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** @param password none by default */
  static async start(program: string, password = ''): Promise<RedisServer> {
    const server = new RedisServer(program, await freePort(), password);
    process.once('exit', () => server.child?.kill('SIGKILL'));
    await server.run();
    return server;
  }

  get url(): string {
    return this.urlWith(this.password);
  }

  urlWith(password: string): string {
    return `redis://${password && `:${password}@`}127.0.0.1:${this.port}`;
  }

  /** Runs a command of its operator. @throws Error for a wrong password */
  async command(password: string, name: string, ...parameters: string[]): Promise<unknown> {
    const client = new Redis(this.urlWith(password), { lazyConnect: true, retryStrategy: () => null });
    // The command fails as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.call(name, ...parameters);
    } finally {
      client.disconnect();
    }
  }

  /** Starts it again, empty, at the same address. */
  async run(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    if (this.password) options.push('--requirepass', this.password);
    this.child = spawn(this.program, options, { stdio: 'ignore' });
    await until(() => this.accepts());
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** It keeps its connections and answers nothing until `resume`. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  private accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}
