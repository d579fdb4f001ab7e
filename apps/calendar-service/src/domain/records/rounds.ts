import type { Database } from '@almanac/database';
import { detached } from '@almanac/observability';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** Periodic work of the service. A shutdown starts no other round and waits for the one that runs, as for all detached work. */
export abstract class Rounds implements OnApplicationBootstrap, OnModuleDestroy {
  /** Rounds of many steps end at the next one. */
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;

  protected constructor(
    private readonly source: Database,
    private readonly everyMs: number,
    private readonly first: 'at the start' | 'after a while' = 'at the start',
  ) {}

  onApplicationBootstrap(): void {
    // A failed round is no harm: the next one finds the same work.
    const round = () =>
      detached(
        this.source.patiently(() => this.round()),
        this.constructor.name,
      );
    if (this.first === 'at the start') round();
    this.timer = setInterval(round, this.everyMs).unref();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  protected abstract round(): Promise<void>;
}

/** Work that one process does at a time. Any numbers, as long as nothing else in the database locks on them. */
const LOCKS = { folding: 7_240_552, rolling: 7_240_553, emptying: 7_240_601 };

/** Whether nobody else is at it; then nobody will be until the open transaction ends. */
export async function isOurs(database: Database, work: keyof typeof LOCKS): Promise<boolean> {
  const [lock] = await database.query<{ isOurs: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS "isOurs"`, [LOCKS[work]]);
  return lock?.isOurs ?? false;
}
