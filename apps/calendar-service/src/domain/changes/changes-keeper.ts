import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ChangesRepository } from './changes.repository';

const EVERY_MS = 3_600_000;

/** Keeps the record of changes short, and right after a restore. Several processes may do so at once. */
@Injectable()
export class ChangesKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: ChangesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    // A failed round is no harm: the next one does the same. An unreachable database is for /readyz to tell.
    const round = () => void this.tidy().catch(() => undefined);
    round();
    this.timer = setInterval(round, EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async tidy(): Promise<void> {
    await this.changes.startAnewAfterRestore();
    await this.changes.forget(this.settings.changesRetentionDays);
  }
}
