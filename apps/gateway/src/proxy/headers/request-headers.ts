import { plainTags } from '../compression/entity-tags';
import type { GatewayRequest } from '../gateway-request';
import { hopByHopNames } from './hop-by-hop';
import type { TrustedProxies } from './trusted-proxies';

/** Headers that are replaced below or end at the gateway: undici writes the Host of the upstream, and the gateway answers Expect. */
const REPLACED = new Set([
  'host',
  'expect',
  'x-request-id',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-prefix',
]);

/** Other headers about the origin of a request. The services read none of them, and a caller could forge them. */
const CLAIMS = new Set([
  'forwarded',
  'x-real-ip',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-original-url',
  'x-rewrite-url',
]);

/** Their entity tags may name a coding, which only the gateway knows. */
const CONDITIONS = new Set(['if-match', 'if-none-match']);

const HOST = /^[A-Za-z0-9._:[\]-]+$/;

/**
 * The headers for the upstream, as a flat list of names and values.
 * @param prefix the additional prefix in the called path, if the calendar was not called below its built-in one
 */
export function requestHeaders(req: GatewayRequest, trusted: TrustedProxies, prefix?: string): string[] {
  const { headers, socket } = req;
  const hopByHop = hopByHopNames(headers.connection);
  const sent: string[] = [];

  for (const name in headers) {
    if (hopByHop.has(name) || REPLACED.has(name) || CLAIMS.has(name)) continue;
    const value = headers[name];
    if (value !== undefined) sent.push(name, CONDITIONS.has(name) ? plainTags(String(value)) : String(value));
  }

  const claimed = trusted.includes(socket.remoteAddress) ? headers : {};
  const [proto] = listed(claimed['x-forwarded-proto']);
  const [host = ''] = listed(claimed['x-forwarded-host']);
  sent.push('x-request-id', req.id);
  sent.push('x-forwarded-for', trusted.callerOf(socket.remoteAddress, headers['x-forwarded-for']));
  sent.push('x-forwarded-proto', proto === 'https' ? 'https' : 'http');
  sent.push('x-forwarded-host', HOST.test(host) ? host : (headers.host ?? ''));
  if (prefix !== undefined) sent.push('x-forwarded-prefix', prefix);
  return sent;
}

/** Each of several proxies may have added its own value; the first comes from the proxy that the caller reached. */
function listed(value: string | string[] | undefined): string[] {
  return String(value ?? '')
    .split(',')
    .map((item) => item.trim());
}
