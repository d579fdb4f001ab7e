import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 block that is assigned to the public Internet so far. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** In the public range, but internal: Azure's virtual address for platform services, which every virtual machine there reaches. */
const CLOUD_INTERNAL = new Set(['168.63.129.16']);

/**
 * Whether an address belongs to a machine on the public Internet. False for private, local, shared, multicast and reserved addresses, and
 * for IPv6 addresses with an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 * @param text IPv4 or IPv6; any other text is not public
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || CLOUD_INTERNAL.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_IPV6);
}
