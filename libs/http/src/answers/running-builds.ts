import { whileCallerWaits } from '../input/request-context';

/** Builds under way, by name. Callers that need the same result wait for it. */
export class RunningBuilds<Result> {
  private readonly running = new Map<string, Promise<Result | undefined>>();

  /**
   * The result of the running build of this name. Undefined without one; a promise of undefined when the result cannot be shared.
   * @throws 503 when the waiting caller leaves or runs out of time
   */
  join(name: string): Promise<Result | undefined> | undefined {
    const build = this.running.get(name);
    return build && whileCallerWaits(build);
  }

  /** Runs a build that others can join until it ends, or until its own caller leaves or runs out of time. */
  run<Built>(name: string, build: (share: (result?: Result) => void) => Promise<Built>): Promise<Built> {
    const { promise, resolve } = Promise.withResolvers<Result | undefined>();
    if (!this.running.has(name)) this.running.set(name, promise);
    const end = () => {
      resolve(undefined);
      if (this.running.get(name) === promise) this.running.delete(name);
    };
    const building = build(resolve);
    whileCallerWaits(building).then(end, end);
    return building;
  }
}
