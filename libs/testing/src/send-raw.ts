import { connect } from 'node:net';

/**
 * Sends bytes to a server as they are, for requests that no client would make, and resolves with what it answered once it has closed the connection.
 * The connection stays open on our side: a request that lacks its end is one that a caller may still be sending.
 */
export function sendRaw(baseUrl: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    for (const part of parts) socket.write(part);
  });
}
