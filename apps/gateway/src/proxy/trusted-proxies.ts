import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const WIDEST = { 4: 32, 6: 128 };

/** The proxies whose `X-Forwarded-*` headers are trusted. */
export class TrustedProxies {
  private readonly ranges = new BlockList();
  private readonly isEmpty: boolean;

  /** @param entries IP addresses and ranges of them: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`; others are ignored */
  constructor(entries: readonly string[]) {
    const ranges = entries.map(parsed).filter((range) => range !== undefined);
    for (const { address, bits, family } of ranges) this.ranges.addSubnet(address, bits, family);
    this.isEmpty = ranges.length === 0;
  }

  /**
   * The address of the caller: the first one from the right of the chain that is not a trusted proxy.
   * A malformed entry stops the search, because the entries before it cannot be trusted either.
   * @param chain value of `X-Forwarded-For`
   */
  callerOf(neighbour: string | undefined, chain: string | string[] | undefined): string {
    let caller = plainAddress(neighbour) ?? 'unknown';
    if (chain === undefined) return caller;
    for (const entry of String(chain).split(',').reverse()) {
      const before = this.includes(caller) ? plainAddress(entry.trim()) : undefined;
      if (before === undefined) break;
      caller = before;
    }
    return caller;
  }

  includes(address: string | undefined): boolean {
    if (this.isEmpty || address === undefined) return false;
    const family = isIP(address);
    return family !== 0 && this.ranges.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** Normalizes an address; undefined if it is malformed. A dual-stack socket reports IPv4 callers as `::ffff:10.0.0.7`. */
function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.includes('%')) return undefined;
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  const family = isIP(address);
  if (family === 0) return undefined;
  return family === 4 ? address : ipaddr.process(address).toString();
}

function parsed(entry: string) {
  const [address = '', bits] = entry.split('/', 2);
  const version = isIP(address);
  if (version !== 4 && version !== 6) return undefined;
  const widest = WIDEST[version];
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > widest)) return undefined;
  return {
    address,
    bits: bits === undefined ? widest : Number(bits),
    family: version === 4 ? ('ipv4' as const) : ('ipv6' as const),
  };
}
