import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { counter } from './metrics/metrics';

const running = new Set<Promise<void>>();

/**
 * For work that is not awaited: its failure is logged and counted, and does not end the process. At shutdown the database waits for it.
 * @param task names the work in log and metrics; use few different values
 */
export function detached(work: Promise<unknown>, task: string): void {
  const ended = work
    .then(
      () => undefined,
      (failure: unknown) => {
        counter('almanac_detached_failures_total', 'Work that failed while nobody waited for it.', ['task']).inc({
          task,
        });
        new Logger('Detached').error(`${task} failed`, failure);
      },
    )
    .finally(() => running.delete(ended));
  running.add(ended);
}

/** Waits for all detached work, also for work that other detached work has started, but at most `limitMs`. */
export async function waitForDetached(limitMs: number): Promise<void> {
  const over = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([limit, allEnded()]);
  over.abort();
}

async function allEnded(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
