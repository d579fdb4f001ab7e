import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Providers give one customer a whole /64. */
const PREFIX_PARTS = 4;

/**
 * The key by which limits count an address: an IPv4 address (also when it is mapped into IPv6), or the /64 of an IPv6 address.
 * @param address as Express gives it; all invalid addresses share one key
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
