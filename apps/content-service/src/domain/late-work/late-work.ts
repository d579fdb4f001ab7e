import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** Does work whose length must not be seen in the time of an answer. A shutdown waits for it; what fails is told to the operator. */
@Injectable()
export class LateWork implements BeforeApplicationShutdown {
  private readonly logger = new Logger('late work');
  private readonly running = new Set<Promise<void>>();

  run(what: string, work: () => Promise<void>): void {
    const done = work()
      .catch((failure: unknown) => this.logger.error(what, failure))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
