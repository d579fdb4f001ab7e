import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** Formats pino's JSON lines for readers at a terminal: `[12:30:05.123] INFO (gateway): listening {"port":8080}`. */
export function prettyStream(destination: DestinationStream): DestinationStream {
  const pretty = prettyFactory({
    colorize: false,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
  });
  return { write: (line) => destination.write(pretty(line)) };
}
