import type { DestinationStream } from 'pino';

const HIDDEN = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err']);

/** Rewrites pino's JSON lines for a person at a terminal: `12:30:05.123 INFO  gateway: listening port=8080`. */
export function prettyStream(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(prettyLine(line)) };
}

export function prettyLine(line: string): string {
  const entry = parsed(line);
  if (!entry) return line;
  const { time, level, name, msg, err } = entry;
  const rest = Object.entries(entry).filter(([key]) => !HIDDEN.has(key));
  const head = `${shown(time).slice(11, 23)} ${shown(level).toUpperCase().padEnd(5)} ${shown(name)}:`;
  const fields = rest.map(([key, value]) => `${key}=${shown(value)}`);
  return `${[head, shown(msg), ...fields].filter(Boolean).join(' ')}${trace(err)}\n`;
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A stack is the one thing that a person cannot read on a single line. */
function trace(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  const stack = 'stack' in err && typeof err.stack === 'string' ? err.stack : JSON.stringify(err);
  return `\n${stack}${'cause' in err ? trace(err.cause).replace('\n', '\ncaused by: ') : ''}`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}
