import { Logger } from '@nestjs/common';
import { counter } from './metrics/metrics';

/**
 * For work that nobody awaits: its failure is logged and counted, and does not end the process.
 * @param task says in log and metrics which work failed; one of few values
 */
export function detached(work: Promise<unknown>, task: string): void {
  work.catch((failure: unknown) => {
    counter('almanac_detached_failures_total', 'Work that failed while nobody waited for it.', ['task']).inc({ task });
    new Logger('Detached').error(`${task} failed`, failure);
  });
}
