import { isIP } from 'node:net';
import { isPublicAddress } from './address-ranges';

/**
 * Why a fetch failed. `address`: malformed URL, or its scheme, credentials or port are not allowed. `forbidden`: not public.
 * `unreachable`: no connection, or a broken one. `redirects`: too many. `status`: not 200. `size`: too large. `encoding`: compressed
 * although that was not requested. `time`: too slow.
 */
type OutgoingReason = 'address' | 'forbidden' | 'unreachable' | 'redirects' | 'status' | 'size' | 'encoding' | 'time';

/** The message is for logs only: shown to a caller, it would describe our network. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly reason: OutgoingReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The form of each host in a setting: `files.internal`, `10.0.0.7:8080`, `[fd00::7]`. */
export const ALLOWED_HOST = {
  pattern: /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?$/,
  complaint: 'must be hosts such as files.internal or 10.0.0.7:8080, separated by commas',
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Hosts that the operator trusts, with any address. */
export class AllowedHosts {
  private readonly entries: ReadonlySet<string>;

  /** @param entries a host as in URLs, or `host:port` for one port of it */
  constructor(entries: readonly string[] = []) {
    this.entries = new Set(entries.map((entry) => entry.toLowerCase()));
  }

  has({ protocol, hostname, port }: URL): boolean {
    return this.entries.has(hostname) || this.entries.has(`${hostname}:${port || DEFAULT_PORTS[protocol]}`);
  }
}

/** Ports of web servers. On other ports, answers or their timing would reveal other programs of a machine. */
const PORTS = ['', '80', '443', '8080', '8443'];

/**
 * Checks a URL as far as possible without DNS.
 * @param base base of a relative URL
 * @throws OutgoingError `address` or `forbidden`
 */
export function checkedTarget(address: string, allowed: AllowedHosts, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new OutgoingError('address', 'it is no address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutgoingError('address', `nothing is asked by ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new OutgoingError('address', 'it holds a name or a password');
  if (allowed.has(url)) return url;
  // `localhost` is this machine by definition (RFC 6761), so DNS is not needed.
  if (/^(?:.+\.)?localhost\.?$/.test(url.hostname)) throw new OutgoingError('forbidden', 'it is this machine');
  // `URL` converts every form of IPv4 address (decimal, hexadecimal, octal, short) to dotted form. Checked here, because sockets
  // call `lookup` only for names.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) > 0 && !isPublicAddress(host)) throw new OutgoingError('forbidden', `${host} is not public`);
  if (!PORTS.includes(url.port)) throw new OutgoingError('address', `port ${url.port} is not asked`);
  return url;
}
