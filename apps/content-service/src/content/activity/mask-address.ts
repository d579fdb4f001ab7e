import ipaddr from 'ipaddr.js';

const FULL = 4;
const HIDDEN = 'x';

/**
 * Masks groups of an address by `IP_ADDRESS_PRECISION`: 4 keeps all, 0 none (content-behaviour §18). IPv4 loses `4 - precision` of its
 * 4 groups; IPv6 is written out in 8 groups and loses `8 - 2 * precision`. An invalid address becomes an empty string.
 */
export function maskAddress(address: string, precision: number): string {
  if (!ipaddr.isValid(address)) return '';
  // A dual-stack socket reports IPv4 clients as ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address);
  if (precision >= FULL) return parsed.toString();
  const [groups, separator] =
    parsed instanceof ipaddr.IPv6 ? [parsed.toNormalizedString().split(':'), ':'] : [parsed.toString().split('.'), '.'];
  const kept = (groups.length / FULL) * precision;
  return groups.map((group, place) => (place < kept ? group : HIDDEN)).join(separator);
}
