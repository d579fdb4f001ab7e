import getPort from 'get-port';
import { createServer } from 'node:net';
import { errorCode } from './error-code';

/** A TCP port that nobody listens on at this moment, on any address of this machine. This process does not get the same one again soon. */
export const freePort = (): Promise<number> => getPort();

/**
 * Whether this process could listen on the port of that address now.
 * @throws anything but "in use", e.g. EACCES for a port below 1024 or EADDRNOTAVAIL for an address of another machine
 */
export function portIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
