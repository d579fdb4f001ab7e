import type { IncomingMessage } from 'node:http';

const LONGEST_MS = 10_000;

/**
 * Reads and forgets what a client still sends after its answer is out. Closing at once would reset the connection, and a reset
 * may reach the client before it has read the answer; but nobody may send forever either.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  req.unpipe();
  req.resume();
  const tooLong = setTimeout(() => req.socket.destroy(), LONGEST_MS);
  req.once('close', () => clearTimeout(tooLong));
}
