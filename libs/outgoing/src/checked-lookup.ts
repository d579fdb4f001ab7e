import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address-ranges';
import { OutgoingError } from './outgoing-error';

/** All addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

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
