import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The addresses of a host. @throws when the name cannot be resolved */
export type AddressLookup = (host: string) => Promise<readonly string[]>;

/** Asks the system, as all programs do: hosts file, cluster DNS. */
export const systemLookup: AddressLookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses of a service's replicas; empty when its name stands for one address, such as that of a Service in a cluster.
 * A replica may have an IPv4 and an IPv6 address, so only one family counts.
 */
export async function replicaAddresses(host: string, addressesOf: AddressLookup): Promise<readonly string[]> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [];
  const found = [...new Set(await addressesOf(host))].sort();
  const families = [4, 6].map((version) => found.filter((address) => isIP(address) === version));
  return families.find((addresses) => addresses.length > 1) ?? [];
}
