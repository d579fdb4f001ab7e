import type { GatewayRequest } from './gateway-request';
import { hopByHopNames } from './hop-by-hop';
import { plainAddress, type TrustedProxies } from './trusted-proxies';

/** Replaced below, or settled on this side: undici writes the upstream's own Host, and Expect is answered here. */
const REPLACED = new Set([
  'host',
  'expect',
  'x-request-id',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-prefix',
]);

/** Other ways of saying who called; nobody but a trusted proxy may use them. */
const CLAIMS = new Set(['forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-server', 'x-original-url', 'x-rewrite-url']);

/**
 * The headers for the upstream, as a flat list of names and values.
 * @param prefix which the calendar was called below, when that is not its own
 */
export function requestHeaders(req: GatewayRequest, trusted: TrustedProxies, prefix?: string): string[] {
  const { headers, socket } = req;
  const caller = plainAddress(socket.remoteAddress);
  const isTrusted = trusted.includes(caller);
  const hopByHop = hopByHopNames(headers.connection);
  const sent: string[] = [];

  for (const name in headers) {
    if (hopByHop.has(name) || REPLACED.has(name) || (!isTrusted && CLAIMS.has(name))) continue;
    const value = headers[name];
    if (value !== undefined) sent.push(name, String(value));
  }

  const believed = (name: string) => (isTrusted ? headers[name] : undefined);
  const before = believed('x-forwarded-for');
  sent.push('x-request-id', req.id);
  sent.push('x-forwarded-for', before ? `${String(before)}, ${caller}` : caller);
  sent.push('x-forwarded-proto', String(believed('x-forwarded-proto') ?? 'http'));
  sent.push('x-forwarded-host', String(believed('x-forwarded-host') ?? headers.host ?? ''));
  if (prefix !== undefined) sent.push('x-forwarded-prefix', prefix);
  return sent;
}
