import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A provider gives a whole /64 to one customer, who can use each of its addresses. */
const PREFIX_PARTS = 4;

/**
 * Names the place that an address stands for when attempts and requests are counted: an IPv4 address (also when it is mapped into IPv6), or
 * the /64 of an IPv6 address.
 * @param address as Express tells it; anything that is no address counts as one place
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
