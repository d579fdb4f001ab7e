import { isIP } from 'node:net';
import { isPublicAddress } from './address-ranges';
import type { AllowedHosts } from './allowed-hosts';
import { OutgoingError } from './outgoing-error';

/** Where the web is. Elsewhere an answer, or how long it takes, would tell what else runs on a machine. */
const PORTS = ['', '80', '443', '8080', '8443'];

/**
 * What can be said of an address without asking a name server.
 * @param base what a relative address is relative to
 * @throws OutgoingError `address` or `forbidden`
 */
export function checkedTarget(address: string, allowed: AllowedHosts, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new OutgoingError('address', 'it is no address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutgoingError('address', `nothing is asked by ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new OutgoingError('address', 'it holds a name or a password');
  if (allowed.has(url)) return url;
  // This machine by definition (RFC 6761), so that no name server is asked.
  if (/^(?:.+\.)?localhost\.?$/.test(url.hostname)) throw new OutgoingError('forbidden', 'it is this machine');
  // However an IPv4 address was written (decimal, hexadecimal, octal, short), it is dotted by now. Sockets look up names alone.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) > 0 && !isPublicAddress(host)) throw new OutgoingError('forbidden', `${host} is not public`);
  if (!PORTS.includes(url.port)) throw new OutgoingError('address', `port ${url.port} is not asked`);
  return url;
}
