import type { IncomingMessage, ServerResponse } from 'node:http';

const LONGEST_MS = 10_000;

/**
 * Prepares an answer that may be given while the client still sends its body; call it before the head is written.
 * Closing then, as `Connection: close` asks for, would reset the connection, and a reset can reach the client before it has read
 * the answer. So the connection stays open and the rest is read and forgotten, but not forever.
 */
export function outliveUpload(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete || !announcesBody(req)) return;
  const closesAfterwards = !res.shouldKeepAlive;
  res.shouldKeepAlive = true;
  res.once('finish', () => discardRest(req, closesAfterwards));
}

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function discardRest(req: IncomingMessage, closesAfterwards: boolean): void {
  const { socket } = req;
  const tooLong = setTimeout(() => socket.destroy(), LONGEST_MS);
  const done = () => {
    clearTimeout(tooLong);
    // Without this, whoever shares a long connection would gather listeners.
    socket.off('close', done);
    if (closesAfterwards) socket.end();
  };
  if (req.complete) {
    done();
    return;
  }
  req.once('end', done);
  socket.once('close', done);
  req.unpipe();
  req.resume();
}
