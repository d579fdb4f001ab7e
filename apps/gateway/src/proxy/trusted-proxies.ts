import { BlockList, isIP } from 'node:net';

const WIDEST = { 4: 32, 6: 128 };

/** Is this an IP address or a range of them, e.g. `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`? */
export function isAddressRange(entry: string): boolean {
  return parsed(entry) !== undefined;
}

/** The neighbours whose word about the caller is believed. */
export class TrustedProxies {
  private readonly ranges = new BlockList();
  private readonly isEmpty: boolean;

  /** @param entries checked by `isAddressRange`; others are ignored */
  constructor(entries: readonly string[]) {
    const ranges = entries.map(parsed).filter((range) => range !== undefined);
    for (const { address, bits, family } of ranges) this.ranges.addSubnet(address, bits, family);
    this.isEmpty = ranges.length === 0;
  }

  /** @param address in plain form, as `plainAddress` gives it */
  includes(address: string): boolean {
    if (this.isEmpty) return false;
    const family = isIP(address);
    return family !== 0 && this.ranges.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}

/** A socket that listens on both families reports IPv4 callers as `::ffff:10.0.0.7`. */
export function plainAddress(address: string | undefined): string {
  return address?.startsWith('::ffff:') ? address.slice(7) : (address ?? 'unknown');
}

function parsed(entry: string) {
  const [address = '', bits] = entry.split('/', 2);
  const version = isIP(address);
  if (version !== 4 && version !== 6) return undefined;
  const widest = WIDEST[version];
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > widest)) return undefined;
  return { address, bits: bits === undefined ? widest : Number(bits), family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) };
}
