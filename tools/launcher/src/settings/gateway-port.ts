import { errorCode, portIsFree } from '@almanac/runtime';
import { LaunchError } from './launch-error';

/** @throws LaunchError when the gateway cannot listen there now */
export async function checkPort(port: number, host: string): Promise<void> {
  try {
    if (await portIsFree(port, host)) return;
  } catch (error) {
    const why = errorCode(error) === 'EACCES' ? 'this user may not open it' : `${host} is no address of this machine`;
    throw new LaunchError(`Port ${port} cannot be used: ${why}. Set PORT and HOST to something else.`, {
      cause: error,
    });
  }
  throw new LaunchError(
    `Port ${port} is already in use: stop the program that listens there, or set PORT to another number.`,
  );
}

/** Host name by which this machine reaches a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
