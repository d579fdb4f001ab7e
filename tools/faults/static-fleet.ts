import { type ServiceName, ServiceProcess } from '@almanac/testing';
import { freePort } from '@almanac/runtime';
import type { Environment, Replicas } from '../system/testing/fleet';

/** Replicas of a program that keep their addresses, and are stopped before their successors start, as with a fixed list of hosts. */
export class StaticFleet implements Replicas {
  private readonly running: { host: string; replica: ServiceProcess }[] = [];

  private constructor(
    readonly url: string,
    private readonly startAt: (host: string) => Promise<ServiceProcess>,
  ) {}

  /** @param name that the programs of `environment` resolve to `STATIC_ADDRESSES` */
  static async start(
    program: ServiceName,
    environment: Environment,
    command: readonly string[],
    name: string,
  ): Promise<StaticFleet> {
    const port = await freePort();
    return new StaticFleet(`http://${name}:${port}`, (host) =>
      ServiceProcess.start(program, environment, undefined, command, { host, port }),
    );
  }

  get replicas(): readonly ServiceProcess[] {
    return this.running.map(({ replica }) => replica);
  }

  async grow(): Promise<void> {
    const host = STATIC_ADDRESSES.find((address) => !this.running.some((one) => one.host === address));
    if (host === undefined) throw new Error('every address is taken');
    this.running.push({ host, replica: await this.startAt(host) });
  }

  async replaceOne(): Promise<number | null> {
    const code = await this.takeOldest().stop();
    await this.grow();
    return code;
  }

  async killOne(): Promise<void> {
    await this.takeOldest().kill();
    await this.grow();
  }

  async end(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.kill()));
  }

  private takeOldest(): ServiceProcess {
    const [oldest] = this.running.splice(0, 1);
    if (!oldest) throw new Error('there is no replica left');
    return oldest.replica;
  }
}

export const STATIC_ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
