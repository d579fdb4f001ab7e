import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address-ranges';
import { OutgoingError } from './outgoing-error';

/** All addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Asks name servers, those of this machine unless others are named. The platform's own `lookup` would wait in one of the few threads that files and
 * images need as well, as long as a stranger's name server likes.
 * @param servers `address:port`
 */
export function nameServers(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return [...found(v4).map((address) => ({ address, family: 4 })), ...found(v6).map((address) => ({ address, family: 6 }))];
  };
}

const found = (answer: PromiseSettledResult<string[]>): string[] => (answer.status === 'fulfilled' ? answer.value : []);

/**
 * What a socket asks for the addresses of its host. It connects to one of those that it is given here, so there is no moment at which a name
 * server could give another one. A host with one address that is not public is not asked at all.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname)
      .then((addresses) => checked(hostname, addresses))
      .then(
        ([first, ...others]) => (options.all ? done(null, [first, ...others]) : done(null, first.address, first.family)),
        (failure: unknown) => done(failure instanceof Error ? failure : new Error(String(failure)), []),
      );
  };
}

function checked(hostname: string, [first, ...others]: readonly LookupAddress[]): [LookupAddress, ...LookupAddress[]] {
  if (!first) throw new OutgoingError('unreachable', `${hostname} has no address`);
  const inner = [first, ...others].find(({ address }) => !isPublicAddress(address));
  if (inner) throw new OutgoingError('forbidden', `${hostname} is ${inner.address}, which is not public`);
  return [first, ...others];
}
