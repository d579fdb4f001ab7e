// Logs on standard output and ends in the way that its first argument names, for the test of `logOutput`.
import { createLogger } from '../log/logger';
import { metrics } from '../metrics/metrics';

const MOMENT_MS = 500;
const MORE_THAN_MAY_WAIT = 40_000;

const logger = createLogger({ level: 'info', format: 'json', name: 'logging' });

const endings: Record<string, () => void> = {
  'process.exit': () => process.exit(),
  'an uncaught error': () => {
    throw new Error('thrown');
  },
  'no more work': () => undefined,
  'a kill after an error': () => {
    logger.error({ n: 3 }, 'failed');
    // Nothing else runs meanwhile, as in an endless loop.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT_MS);
    process.kill(process.pid, 'SIGKILL');
  },
  'a signal from outside': () => void setInterval(() => undefined, 1_000),
  'several warnings': () => {
    for (let n = 3; n < 24; n += 1) logger.warn({ n, text: 'x'.repeat(1_000) });
    setInterval(() => undefined, 1_000);
  },
  'a reader that stopped': () => {
    logMore().catch((failure: unknown) => console.error(failure));
  },
};

/** Writes the number of dropped lines to standard error, where the reader has not stopped. */
async function logMore(): Promise<void> {
  for (let n = 0; n < MORE_THAN_MAY_WAIT; n += 1) logger.info({ n, text: 'x'.repeat(1_000) });
  const dropped = await metrics.getSingleMetric('almanac_log_lines_dropped_total')?.get();
  console.error(dropped?.values[0]?.value);
}

for (let n = 0; n < 3; n += 1) logger.info({ n }, 'line');
endings[process.argv[2] ?? '']?.();
