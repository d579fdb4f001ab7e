import { connect } from 'node:net';

/**
 * Sends raw bytes to a server, for requests that no client would send. Resolves with the answer once the server has closed the connection.
 * Our side stays open, so an incomplete request looks like one that is still being sent. A server may close the connection before it has
 * read all bytes; the answer that came before counts.
 */
export function sendRaw(baseUrl: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.once('error', (failure) => {
      if (answer === '') reject(failure);
    });
    socket.once('close', () => resolve(answer));
    for (const part of parts) socket.write(part);
  });
}
