import ipaddr from 'ipaddr.js';

const FULL = 4;
const HIDDEN = 'x';

/**
 * An address with so many of its groups hidden as `IP_ADDRESS_PRECISION` wants: 4 keeps all, 0 none (content-behaviour §18).
 * IPv4 loses `4 - precision` of its 4 groups; IPv6 is written out in 8 groups and loses `8 - 2 * precision`. What is no address is hidden whole.
 */
export function maskAddress(address: string, precision: number): string {
  if (!ipaddr.isValid(address)) return '';
  // IPv4 callers of a socket that listens on both are known as ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address);
  if (precision >= FULL) return parsed.toString();
  const [groups, separator] =
    parsed instanceof ipaddr.IPv6 ? [parsed.toNormalizedString().split(':'), ':'] : [parsed.toString().split('.'), '.'];
  const kept = (groups.length / FULL) * precision;
  return groups.map((group, place) => (place < kept ? group : HIDDEN)).join(separator);
}
