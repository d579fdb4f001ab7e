import { type DestinationStream, pino } from 'pino';
import { counter } from '../metrics/metrics';

const MAX_DELAY_MS = 100;
const WRITTEN_AT_ONCE = 8 * 1024;
/** Bytes of lines that a slow reader has not read yet. */
const MAX_BUFFERED = 16 * 1024 * 1024;

const dropped = counter('almanac_log_lines_dropped_total', 'Log lines dropped because their reader was too slow.');

/** Where log lines go. It may buffer lines, to write many with one system call. */
export interface LogDestination extends DestinationStream {
  /** Starts to write the buffered lines. */
  flush?(): void;
  /** Writes them before it returns; pino calls it after a fatal error. */
  flushSync?(): void;
}

/**
 * Standard output for log lines. Lines are written together, 8 kB at a time or after 100 ms. A system call for each line would cost
 * more than its format. A reader that stops reading never stops the program: beyond 16 MB, new lines are dropped and counted.
 * pino writes the rest when the process exits, also after an uncaught error. A killed process loses the last 100 ms,
 * but no warning or error: `createLogger` flushes after these.
 */
export function logOutput(): LogDestination {
  const output = pino.destination({
    fd: process.stdout.fd,
    sync: false,
    minLength: WRITTEN_AT_ONCE,
    maxLength: MAX_BUFFERED,
  });
  /** Bytes of lines that are not written yet. */
  let queued = 0;
  output.on('drop', (line: string) => {
    dropped.inc();
    queued -= Buffer.byteLength(line);
  });
  output.on('write', (bytes: number) => (queued = Math.max(0, queued - bytes)));
  // A flush during a write does nothing, and one flush writes 16 kB at most. The rest would wait for the next line.
  output.on('drain', () => {
    if (queued > 0 && waiting === undefined) output.flush();
  });
  // Not the library's `periodicFlush`: its timer runs without lines as well, and is never stopped.
  let waiting: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(waiting);
    waiting = undefined;
    output.flush();
  };
  return {
    write(line) {
      queued += Buffer.byteLength(line);
      output.write(line);
      waiting ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
    flush,
    flushSync: () => {
      output.flushSync();
      queued = 0;
    },
  };
}
