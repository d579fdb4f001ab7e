import { setImmediate as afterPendingBytes } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { hasBody } from './body/body-bytes';

const LISTENS_FOR_MS = 5_000;

/**
 * For an answer to a caller that may still be sending. Sets `Connection: close`, and closes when the caller has had time to read the answer.
 * Closing at once would reset the connection, and a reset can overtake the answer. Call before the head is written.
 */
export async function closeUnread(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) return;
  // When a short body arrived together with its head, the connection can stay open.
  await afterPendingBytes();
  if (request.complete) return;
  const { socket } = request;
  response.shouldKeepAlive = false;
  // Node calls this when the answer is sent.
  socket.destroySoon = () => {
    const close = () => void socket.destroy();
    const tooLong = setTimeout(close, LISTENS_FOR_MS);
    socket.once('close', () => clearTimeout(tooLong));
    socket.end();
    if (request.complete) close();
    else request.once('end', close).resume();
  };
}
