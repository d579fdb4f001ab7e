import { isIP } from 'node:net';
import { isPublicAddress } from './address-ranges';
import type { AllowedHosts } from './allowed-hosts';
import { OutgoingError } from '../outgoing-error';

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
