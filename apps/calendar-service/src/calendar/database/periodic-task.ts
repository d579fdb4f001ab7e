import type { Database } from '@almanac/database';
import { detached } from '@almanac/observability';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** A periodic task of the service. A shutdown starts no further run and waits for the current one, as for all detached work. */
export abstract class PeriodicTask implements OnApplicationBootstrap, OnModuleDestroy {
  /** Set by a shutdown. Runs of many steps check it and end before their next step. */
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;

  protected constructor(
    private readonly source: Database,
    private readonly everyMs: number,
    private readonly first: 'at the start' | 'after a while' = 'at the start',
  ) {}

  onApplicationBootstrap(): void {
    // A failed run is harmless: the next one finds the same work.
    const run = () =>
      detached(
        this.source.patiently(() => this.run()),
        this.constructor.name,
      );
    if (this.first === 'at the start') run();
    this.timer = setInterval(run, this.everyMs).unref();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  protected abstract run(): Promise<void>;
}

/** Advisory locks of tasks that one process runs at a time. The numbers are arbitrary, but no other code may lock on them. */
const LOCKS = { folding: 7_240_552, rolling: 7_240_553, emptying: 7_240_601 };

/** Tries to lock the work until the open transaction ends; false when another process holds the lock. */
export async function lockTask(database: Database, work: keyof typeof LOCKS): Promise<boolean> {
  const [lock] = await database.query<{ isLocked: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS "isLocked"`, [
    LOCKS[work],
  ]);
  return lock?.isLocked ?? false;
}
