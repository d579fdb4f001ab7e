import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of IPv6, only this much was given out to the Internet so far. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Looks public and is not: every machine of one cloud reaches the cloud's own controls here. */
const CLOUD_INTERNAL = new Set(['168.63.129.16']);

/**
 * Whether an address belongs to a machine on the public Internet. Everything that is private, local, shared, multicast, reserved, or that
 * carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo) is not.
 * @param text IPv4 or IPv6; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || CLOUD_INTERNAL.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_IPV6);
}
