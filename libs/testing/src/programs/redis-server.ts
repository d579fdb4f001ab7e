import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '@almanac/process';
import { until } from '../until';

/** Path of a Redis or Valkey server, such as the one that tools/ci/redis.sh installs; undefined without one. */
export const REDIS_SERVER = process.env['ALMANAC_TEST_REDIS_SERVER'];

/** A real Redis server that keeps nothing on disk, so that tests can stop, pause and start it. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly port: number,
  ) {}

  static async start(program: string): Promise<RedisServer> {
    const server = new RedisServer(program, await freePort());
    process.once('exit', () => server.child?.kill('SIGKILL'));
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again, empty, at the same address. */
  async run(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
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
