import getPort from 'get-port';
import { createServer } from 'node:net';
import { errorCode } from './error-code';

/** A TCP port that is free at this moment on all addresses of this machine. Later calls of this process do not return it again soon. */
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
