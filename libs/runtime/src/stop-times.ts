/** The longest steps of a program's stop, one after the other. */
export const STOP_LIMITS = {
  /** While requests are still expected: the largest SHUTDOWN_DELAY_MS. */
  delayMs: 10_000,
  /** For requests that still run at the end of the delay. */
  drainMs: 20_000,
  /** For jobs, detached work and connections. */
  closeMs: 15_000,
  /** For the collector of traces. */
  flushMs: 2_000,
} as const;

/** When the launcher, the chart and Compose kill a program that still runs after SIGTERM. */
export const KILL_AFTER_MS = 50_000;
