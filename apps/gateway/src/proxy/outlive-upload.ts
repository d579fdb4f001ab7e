import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_WAIT_MS = 10_000;

/**
 * Prepares a response that may be sent while the client still sends its body; call it before the head is written.
 * To close the connection then, as `Connection: close` asks for, would reset it, perhaps before the client has read the response.
 * So the connection stays open for a limited time while the rest of the body is read and discarded.
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
  const tooLong = setTimeout(() => socket.destroy(), MAX_WAIT_MS);
  const done = () => {
    clearTimeout(tooLong);
    // Without this, listeners would accumulate on a keep-alive connection.
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
