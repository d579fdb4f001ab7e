import { counter, logPrintedTexts, type Logger, serveMetrics, state, type TraceSettings } from '@almanac/observability';
import { exitWithParent, STOP_LIMITS } from '@almanac/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import packageJson from '../../../package.json';
import type { DrainingServer } from './draining-server';

interface Program {
  /** Its name in traces. */
  name: string;
  logger: Logger;
  server: Pick<DrainingServer, 'drain'>;
  /** The address on which the metrics are served. */
  host: string;
  /** 0 to serve no metrics. */
  metricsPort: number;
  /** Undefined to record no traces. */
  traces: TraceSettings | undefined;
  /** How long requests are still expected after the readiness probe fails. Idle connections then stay open for the same time. */
  shutdownDelayMs: number;
  listen: () => Promise<unknown>;
  /** Makes the readiness probe fail. */
  announceStopping: () => void;
  /** Closes all other resources, after the last request. */
  close: () => Promise<void>;
}

/** Shorter after an uncaught error: the state of the process is unknown, and a new process should start soon. */
const DRAIN_AFTER_FAULT_MS = 5_000;

interface Ending {
  code: number;
  delayMs: number;
  limitMs: number;
}

/**
 * Starts a program, and stops it on SIGTERM, SIGINT, the end of its parent or an uncaught error.
 * @throws the failure of `listen` or of the metrics' port
 */
export async function runProgram(program: Program): Promise<void> {
  const { name, logger, host, metricsPort, traces, shutdownDelayMs } = program;
  logPrintedTexts(logger);
  // Loaded only when needed: the SDK takes a tenth of a second and 16 MB.
  const tracing = traces && (await import('@almanac/tracing')).startTracing(traces, name, logger);
  let isStopping = false;
  const stop = (ending: Ending) => {
    if (isStopping) return;
    isStopping = true;
    // Not awaited, so it must not reject. The process exits in any case.
    stopInOrder(program, ending, tracing)
      .catch((failure: unknown) => logger.error({ err: failure }, 'stopping failed'))
      .finally(() => process.exit(ending.code));
  };
  const stopOnRequest = () => {
    logger.info('stopping');
    stop({ code: 0, delayMs: shutdownDelayMs, limitMs: STOP_LIMITS.drainMs });
  };
  watchFaults(logger, () => stop({ code: 1, delayMs: 0, limitMs: DRAIN_AFTER_FAULT_MS }));
  state('almanac_build_info', 'The version of this program; always 1.', ['version']).set(
    { version: packageJson.version },
    1,
  );
  if (metricsPort > 0) await serveMetrics(metricsPort, host);
  // Before it listens, because it may wait for its database for long.
  process.on('SIGTERM', stopOnRequest);
  process.on('SIGINT', stopOnRequest);
  exitWithParent(stopOnRequest);
  await program.listen();
}

/** Reports uncaught errors and ends the process, because its state is unknown afterwards. */
function watchFaults(logger: Logger, end: () => void): void {
  const faults = counter('almanac_uncaught_faults_total', 'Errors that nobody caught; each ends the process.', [
    'origin',
  ]);
  // Unhandled rejections arrive here as well. The logger adds the id of the request that caused them.
  process.on('uncaughtException', (failure, origin) => {
    faults.inc({ origin });
    logger.fatal({ err: failure, origin }, 'uncaught: the process ends');
    end();
  });
}

async function stopInOrder(
  { server, announceStopping, close, logger }: Program,
  { code, delayMs, limitMs }: Ending,
  stopTracing: ((limitMs: number) => Promise<void>) | undefined,
): Promise<void> {
  const lastResort = setTimeout(
    () => {
      logger.error('stopping took too long');
      process.exit(code || 1);
    },
    delayMs + limitMs + STOP_LIMITS.closeMs + STOP_LIMITS.flushMs,
  );
  announceStopping();
  await sleep(delayMs);
  await server.drain({ idleMs: delayMs, limitMs });
  await close();
  // Last, because jobs and detached work still end while the program closes.
  await stopTracing?.(STOP_LIMITS.flushMs);
  clearTimeout(lastResort);
}
