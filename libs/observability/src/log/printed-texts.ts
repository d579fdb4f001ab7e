import { format } from 'node:util';
import type { Logger } from './logger';

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
