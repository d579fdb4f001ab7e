import { setTimeout as delay } from 'node:timers/promises';
import { state } from '../metrics/metrics';

/** Checks by name. Each rejects while its resource is unusable. One that could not find out gives `UNKNOWN`, and neither passes nor fails. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export interface HealthOptions {
  checks: HealthChecks;
  /** Names of checks that only make the program `degraded` when they fail. It stays ready, because it can serve other requests. */
  dispensable?: readonly string[];
  /** The same, once they have passed: a new version with wrong settings must not replace one that works. */
  neededAtStart?: readonly string[];
}

export const HEALTH_CHECKS = Symbol('health checks');

/** The result of a check that could not find out. */
export const UNKNOWN = Symbol('unknown');

const LIMIT_MS = 2000;

const outcomes = state('almanac_ready_check', 'Whether a check of the readiness probe passed, 1 or 0.', ['check']);

interface CheckResult {
  name: string;
  /** Why the check failed; undefined when it passed, or could not find out. */
  failure?: unknown;
  isUnknown: boolean;
}

/** Whether the program should get requests: all checks pass, and it is not stopping. */
export class Readiness {
  private stopping = false;

  private readonly passed = new Set<string>();

  constructor(
    private readonly checks: HealthChecks,
    private readonly options: Pick<HealthOptions, 'dispensable' | 'neededAtStart'> = {},
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Makes the program not ready, so that load balancers stop sending requests. */
  announceStopping(): void {
    this.stopping = true;
  }

  /** Whether the program should get requests although this check failed. */
  isReadyWithout({ name }: Pick<CheckResult, 'name'>): boolean {
    const { dispensable = [], neededAtStart = [] } = this.options;
    return dispensable.includes(name) || (neededAtStart.includes(name) && this.passed.has(name));
  }

  async check(): Promise<CheckResult[]> {
    const results = await runChecks(this.checks);
    for (const { name, failure, isUnknown } of results) {
      if (isUnknown) continue;
      if (failure === undefined) this.passed.add(name);
      outcomes.set({ check: name }, failure === undefined ? 1 : 0);
    }
    return results;
  }
}

/** Runs all checks at once. A check that takes longer than `limitMs` has failed. */
export function runChecks(checks: HealthChecks, limitMs = LIMIT_MS): Promise<CheckResult[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const failure = await failureOf(check, limitMs);
      return failure === UNKNOWN ? { name, isUnknown: true } : { name, failure, isUnknown: false };
    }),
  );
}

async function failureOf(check: HealthChecks[string], limitMs: number): Promise<unknown> {
  const late = delay(limitMs, new Error(`no answer within ${limitMs} ms`), { ref: false });
  try {
    return await Promise.race([check().then((result) => (result === UNKNOWN ? UNKNOWN : undefined)), late]);
  } catch (failure) {
    return failure ?? new Error('failed without a reason');
  }
}
