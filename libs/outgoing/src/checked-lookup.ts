import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address-ranges';
import { OutgoingError } from './outgoing-error';

/** All addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Resolves hosts by DNS. Not `dns.lookup`, which blocks one of the few libuv threads, needed for files and images too, while a slow
 * name server answers.
 * @param servers `address:port`; the machine's name servers by default
 */
export function nameServers(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return [
      ...found(v4).map((address) => ({ address, family: 4 })),
      ...found(v6).map((address) => ({ address, family: 6 })),
    ];
  };
}

const found = (answer: PromiseSettledResult<string[]>): string[] => (answer.status === 'fulfilled' ? answer.value : []);

/**
 * A `lookup` for sockets that checks the addresses. The socket connects to a checked address, so a name server cannot replace it
 * after the check (DNS rebinding). A host with any address that is not public is refused.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname)
      .then((addresses) => checked(hostname, addresses))
      .then(
        ([first, ...others]) =>
          options.all ? done(null, [first, ...others]) : done(null, first.address, first.family),
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
