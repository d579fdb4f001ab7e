import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Bindings,
  type ChildLoggerOptions,
  type Logger,
  type LoggerOptions as PinoOptions,
  pino,
  type DestinationStream,
} from 'pino';
import { prettyFactory } from 'pino-pretty';
import { tracer } from '../tracing/tracer';
import { errorFields } from './error-fields';
import { type LogDestination, logOutput } from './log-output';
import { withoutSecrets } from './secrets';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type LogFormat = 'json' | 'pretty';

const WARNING = pino.levels.values['warn'] ?? 0;

interface LoggerOptions {
  level: LogLevel;
  format: LogFormat;
  /** The program's name, e.g. `gateway`. */
  name: string;
}

/**
 * The program's logger: one line per call, on standard output by default.
 * Log failures as `logger.error({ err }, 'sentence')`; only type, message, stack, code and causes of an error are written.
 */
export function createLogger(
  { level, format, name }: LoggerOptions,
  destination: LogDestination = logOutput(),
): Logger {
  const options: PinoOptions = {
    level,
    name,
    // A copy, because pino adds the fields of the line to it.
    mixin: withTraceId,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields, error: errorFields },
    hooks: {
      // A process may be killed for its failure, so the line about it must not wait.
      logMethod(args, log, level) {
        log.apply(this, args);
        if (level >= WARNING) destination.flush?.();
      },
    },
    // Not pino's `redact`, which needs the exact path of every secret: a forgotten path would leak one.
    formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
  };
  return withCleanChildren(pino(options, format === 'pretty' ? prettyStream(destination) : destination));
}

function withTraceId(): LogContext & { trace_id?: string } {
  const trace_id = tracer()?.traceId;
  return trace_id === undefined ? { ...logContext() } : { ...logContext(), trace_id };
}

/** pino formats the fields of a child logger once, and does not apply `formatters.log` to them. */
function withCleanChildren(logger: Logger): Logger {
  const { child } = logger;
  logger.child = function cleanChild<L extends string = never>(
    this: Logger,
    bindings: Bindings,
    options?: ChildLoggerOptions<L>,
  ) {
    return child.call<Logger, [Bindings, ChildLoggerOptions<L> | undefined], Logger<L>>(
      this,
      withoutSecrets(bindings),
      options,
    );
  };
  return logger;
}

/** The request or job of the running code. Each of its log lines carries these fields. */
interface LogContext {
  request_id?: string | undefined;
  /** The account of the caller. */
  user_id?: number | undefined;
  job?: string;
  job_id?: string;
}

const running = new AsyncLocalStorage<LogContext>();

/** Runs the work with these fields in its log lines, also in those about its uncaught errors. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return running.run(context, work);
}

export const logContext = (): LogContext => running.getStore() ?? {};

/** Formats pino's JSON lines for readers at a terminal: `[12:30:05.123] INFO (gateway): listening {"port":8080}`. */
function prettyStream(destination: DestinationStream): DestinationStream {
  const pretty = prettyFactory({
    colorize: false,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
  });
  return { write: (line) => destination.write(pretty(line)) };
}
