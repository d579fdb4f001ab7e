import type { SettingsReader } from '@almanac/config';
import { Redis } from 'ioredis';

/** Parameters that the client reads from an address. It would take any other for one of its options. */
const PARAMETERS = new Map([
  ['db', /^\d{1,5}$/],
  ['family', /^[046]$/],
  ['username', /./],
  ['password', /./],
]);

/** The address of the Redis that counts for all processes; undefined to count alone. Whether it answers is no matter of its form. */
export function readRedisUrl(settings: Pick<SettingsReader, 'optional' | 'faults'>): string | undefined {
  const url = settings.optional('REDIS_URL');
  const fault = url === undefined ? undefined : faultOf(url);
  if (fault !== undefined) settings.faults.push(`REDIS_URL ${fault}`);
  return url;
}

/** Never holds a part of the address, which may be one of the password. */
function faultOf(url: string): string | undefined {
  if (!/^rediss?:\/\/\S+$/.test(url)) return 'must be a URL that starts with redis: or rediss:';
  const port = portOf(url);
  if (port === undefined || port === 0)
    return 'must name a host, and a port from 1 to 65535 (write @ : / ? # % in a password as %40 %3A %2F %3F %23 %25)';
  const { hostname, pathname, hash, searchParams } = new URL(url);
  if (hostname === '') return 'must name a host';
  if (!/^(\/\d{0,5})?$/.test(pathname)) return 'must end in the number of a database, such as /2, or in nothing';
  const isKnown = [...searchParams].every(([name, value]) => PARAMETERS.get(name)?.test(value));
  return hash === '' && isKnown ? undefined : 'must have nothing after ? or # but db, family, username and password';
}

/** As the client itself reads the address. It connects to nothing yet. */
function portOf(url: string): number | undefined {
  try {
    return new Redis(url, { lazyConnect: true }).options.port;
  } catch {
    return undefined;
  }
}
