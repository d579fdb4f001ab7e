import { type ServiceName, ServiceProcess } from '@almanac/testing';
import { Balancer } from './balancer';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Replicas of a program, however others find them. */
export type Replicas = Pick<Fleet, keyof Fleet>;

/** Some replicas of a program behind a balancer. */
export class Fleet {
  private readonly running: ServiceProcess[] = [];

  private constructor(
    private readonly balancer: Balancer,
    private readonly startOne: () => Promise<ServiceProcess>,
  ) {}

  /** @param command arguments of Node; the source of the program by default */
  static async start(program: ServiceName, environment: Environment, command?: readonly string[]): Promise<Fleet> {
    return new Fleet(await Balancer.start(), () => ServiceProcess.start(program, environment, undefined, command));
  }

  /** The address of the balancer. */
  get url(): string {
    return this.balancer.url;
  }

  /** The running replicas, the oldest first. */
  get replicas(): readonly ServiceProcess[] {
    return this.running;
  }

  async grow(): Promise<void> {
    const replica = await this.startOne();
    this.running.push(replica);
    this.balancer.add(replica);
  }

  /** Starts a new replica, then stops the oldest. @returns the exit code of the stopped replica */
  async replaceOne(): Promise<number | null> {
    await this.grow();
    const oldest = this.takeOldest();
    const code = await oldest.stop();
    this.balancer.remove(oldest);
    return code;
  }

  /** Kills the oldest replica, then starts another, as an orchestrator does. */
  async killOne(): Promise<void> {
    const oldest = this.takeOldest();
    await oldest.kill();
    this.balancer.remove(oldest);
    await this.grow();
  }

  async end(): Promise<void> {
    this.balancer.close();
    await Promise.all(this.running.map((replica) => replica.kill()));
  }

  private takeOldest(): ServiceProcess {
    const [oldest] = this.running.splice(0, 1);
    if (!oldest) throw new Error('there is no replica left');
    return oldest;
  }
}
