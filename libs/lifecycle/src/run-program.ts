import { counter, type Logger, serveMetrics } from '@almanac/observability';
import { exitWithParent } from '@almanac/process';
import type { DrainingServer } from './draining-server';

export interface Program {
  logger: Logger;
  server: DrainingServer;
  /** The public port, and none of the metrics when theirs is 0. */
  host: string;
  metricsPort: number;
  /** How long requests still arrive after the readiness probe has begun to fail; an idle connection then lives as long again. */
  shutdownDelayMs: number;
  listen: () => Promise<unknown>;
  /** From now on the readiness probe fails. */
  announceStopping: () => void;
  /** Ends everything else, once no request runs any more. */
  close: () => Promise<void>;
}

/** The longest that requests which run at the end of the delay may take. */
const DRAIN_MS = 20_000;
/** The same after a fault: the state of the process is unknown, and the sooner a new one starts, the better. */
const DRAIN_AFTER_FAULT_MS = 5_000;
const CLOSE_MS = 10_000;

interface Ending {
  code: number;
  delayMs: number;
  limitMs: number;
}

/**
 * Starts a program and stays with it to its end: SIGTERM, SIGINT, the end of its parent, or an error that nobody caught.
 * @throws the failure of `listen` or of the metrics' port
 */
export async function runProgram(program: Program): Promise<void> {
  const { logger, host, metricsPort, shutdownDelayMs } = program;
  let isStopping = false;
  const stop = (ending: Ending) => {
    if (isStopping) return;
    isStopping = true;
    // Not awaited by anybody, so it must not fail: whatever happens, the process ends.
    stopInOrder(program, ending).catch((failure: unknown) => logger.error({ err: failure }, 'stopping failed')).finally(() => process.exit(ending.code)); // prettier-ignore
  };
  const stopOnRequest = () => {
    logger.info('stopping');
    stop({ code: 0, delayMs: shutdownDelayMs, limitMs: DRAIN_MS });
  };
  watchFaults(logger, () => stop({ code: 1, delayMs: 0, limitMs: DRAIN_AFTER_FAULT_MS }));
  if (metricsPort > 0) await serveMetrics(metricsPort, host);
  await program.listen();
  process.on('SIGTERM', stopOnRequest);
  process.on('SIGINT', stopOnRequest);
  exitWithParent(stopOnRequest);
}

/** After a fault nobody knows in which state the process is: it is reported, and the process ends. */
function watchFaults(logger: Logger, end: () => void): void {
  const faults = counter('almanac_uncaught_faults_total', 'Errors that nobody caught; each ends the process.', ['origin']);
  // Rejections that nobody handles arrive here as well. The logger adds the request in whose course it happened.
  process.on('uncaughtException', (failure, origin) => {
    faults.inc({ origin });
    logger.fatal({ err: failure, origin }, 'uncaught: the process ends');
    end();
  });
}

async function stopInOrder({ server, announceStopping, close, logger }: Program, { code, delayMs, limitMs }: Ending): Promise<void> {
  const lastResort = setTimeout(
    () => {
      logger.error('stopping took too long');
      process.exit(code || 1);
    },
    delayMs + limitMs + CLOSE_MS,
  );
  announceStopping();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await server.drain({ idleMs: delayMs, limitMs });
  await close();
  clearTimeout(lastResort);
}
