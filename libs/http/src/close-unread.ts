import { setImmediate as afterPendingBytes } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { hasBody } from './body/body-bytes';

const LISTENS_FOR_MS = 5_000;

/**
 * For an answer that is given while the caller may still be sending: tells them by `Connection: close`, and closes once they have had time to
 * read it. Closing at once would reset the connection, and a reset can overtake the answer. Call before the head is written.
 */
export async function closeUnread(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) return;
  // A short body that came together with its head costs no connection.
  await afterPendingBytes();
  if (request.complete) return;
  const { socket } = request;
  response.shouldKeepAlive = false;
  // Node calls this when the answer is out.
  socket.destroySoon = () => {
    const close = () => void socket.destroy();
    const tooLong = setTimeout(close, LISTENS_FOR_MS);
    socket.once('close', () => clearTimeout(tooLong));
    socket.end();
    if (request.complete) close();
    else request.once('end', close).resume();
  };
}
