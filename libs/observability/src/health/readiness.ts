import { setTimeout as delay } from 'node:timers/promises';
import type { HealthChecks } from './health.module';

export const HEALTH_CHECKS = Symbol('health checks');

const LIMIT_MS = 2000;

export interface CheckResult {
  name: string;
  /** Why it fails; undefined when all is well. */
  failure?: unknown;
}

/** Whether the program should get requests: everything it needs answers, and nobody has told it to stop. */
export class Readiness {
  private stopping = false;

  /** @param isReadyWithout a failed check is told, and the program is ready all the same */
  constructor(
    private readonly checks: HealthChecks,
    readonly isReadyWithout = false,
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  /** From now on the program is not ready, so that whoever sends it requests stops doing so. */
  announceStopping(): void {
    this.stopping = true;
  }

  check(): Promise<CheckResult[]> {
    return runChecks(this.checks);
  }
}

/** Runs all checks at once; one that takes longer than two seconds has failed. */
export function runChecks(checks: HealthChecks, limitMs = LIMIT_MS): Promise<CheckResult[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, failure: await failureOf(check, limitMs) })));
}

async function failureOf(check: () => Promise<void>, limitMs: number): Promise<unknown> {
  const timer = new AbortController();
  const late = delay(limitMs, new Error(`no answer within ${limitMs} ms`), { signal: timer.signal });
  // The loser of the race is cancelled below, and a cancelled timer rejects.
  late.catch(() => undefined);
  try {
    return await Promise.race([check().then(() => undefined), late]);
  } catch (failure) {
    return failure ?? new Error('failed without a reason');
  } finally {
    timer.abort();
  }
}
