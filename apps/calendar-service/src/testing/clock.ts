/** Everything but `Date`. */
const REAL_TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Runs this while the clock of the service, but not that of the database, shows another time. */
export async function at<T>(now: Date | number, run: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ doNotFake: [...REAL_TIMERS], now });
  try {
    return await run();
  } finally {
    jest.useRealTimers();
  }
}
