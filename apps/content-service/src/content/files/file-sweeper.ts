import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { StoredFiles } from './stored-files';

const EVERY_MS = 60_000;

/** Periodic task that removes orphaned files, at start-up and every minute. Replicas may run it at the same time. */
@Injectable()
export class FileSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('files');
  private timer: NodeJS.Timeout | undefined;
  private running = Promise.resolve();

  constructor(private readonly files: StoredFiles) {}

  onApplicationBootstrap(): void {
    this.sweep();
    this.timer = setInterval(() => this.sweep(), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private sweep(): void {
    const report = (failure: unknown) => this.logger.warn(`a file could not be removed: ${String(failure)}`);
    this.running = this.running.then(() => this.files.sweep()).then((failures) => failures.forEach(report), report);
  }
}
