import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, type LoggerOptions as PinoOptions, pino } from 'pino';
import { errorFields } from './error-fields';
import { logContext } from './log-context';
import { prettyStream } from './pretty-stream';
import { withoutSecrets } from './secrets';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type LogFormat = 'json' | 'pretty';

export interface LoggerOptions {
  level: LogLevel;
  format: LogFormat;
  /** The program that speaks, e.g. `gateway`. */
  name: string;
}

/**
 * The program's logger: one line per call, on standard output unless told otherwise.
 * Log failures as `logger.error({ err }, 'sentence')`; an error's type, message, stack, code and causes are shown and nothing else of it.
 */
export function createLogger({ level, format, name }: LoggerOptions, destination: DestinationStream = pino.destination(1)): Logger {
  const options: PinoOptions = {
    level,
    name,
    // A copy: pino writes the fields of the line into it.
    mixin: () => ({ ...logContext() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields, error: errorFields },
    // Not pino's `redact`: that needs the exact path of every secret, and a path that nobody thought of is how secrets get out.
    formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
  };
  return withCleanChildren(pino(options, format === 'pretty' ? prettyStream(destination) : destination));
}

/** pino formats the fields of a child logger once, before and apart from those of its messages. */
function withCleanChildren(logger: Logger): Logger {
  const { child } = logger;
  logger.child = function cleanChild<L extends string = never>(this: Logger, bindings: Bindings, options?: ChildLoggerOptions<L>) {
    return child.call<Logger, [Bindings, ChildLoggerOptions<L> | undefined], Logger<L>>(this, withoutSecrets(bindings), options);
  };
  return logger;
}
