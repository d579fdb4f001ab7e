import { format } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { isError } from './error-fields';
import type { Logger } from './logger';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Contexts in which Nest logs each module and route at start: hundreds of lines, so they get the level debug. */
const SET_UP = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Sends messages of Nest and of its `Logger` to our logger: `NestFactory.create(AppModule, { logger: new NestLogger(logger) })`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    this.write(SET_UP.has(details.at(-1)) ? 'debug' : 'info', message, details);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  verbose(message: unknown, ...details: unknown[]): void {
    this.write('trace', message, details);
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.write('fatal', message, details);
  }

  /** Nest passes `(message, ...details, context?)`; for errors, a stack may be among the details. */
  private write(level: Level, message: unknown, details: unknown[]): void {
    if (!this.logger.isLevelEnabled(level)) return;
    const fields: Record<string, unknown> = {};
    const rest = [...details];
    if (typeof rest.at(-1) === 'string' && !isStack(rest.at(-1))) fields['context'] = rest.pop();
    for (const detail of rest) {
      if (isError(detail)) fields['err'] = detail;
      else if (isStack(detail)) fields['stack'] = detail;
      else if (detail !== undefined) fields['details'] = detail;
    }
    if (isError(message)) this.logger[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'string') this.logger[level](fields, message);
    else this.logger[level]({ ...fields, details: message });
  }
}

function isStack(detail: unknown): boolean {
  return typeof detail === 'string' && /\n\s+at /.test(detail);
}

const LEVELS = { trace: 'debug', debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/** Sends the texts that libraries print, and the warnings of Node, to the log: each line of a program's output is one of its log. */
export function logPrintedTexts(logger: Logger): void {
  for (const [method, level] of Object.entries(LEVELS))
    Object.defineProperty(console, method, {
      configurable: true,
      writable: true,
      value: (...printed: unknown[]) => logger[level]({ context: 'console' }, format(...printed)),
    });
  // Node's own listener prints them.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ context: 'node', err: warning }, warning.message));
}
