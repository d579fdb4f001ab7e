import type { IncomingHttpHeaders } from 'node:http';
import type { Cors } from './cors';
import { codedTag, type Coding, matchedTag, plainTags } from './encoding';
import type { GatewayRequest } from './request';
import type { TrustedProxies } from './trusted-proxies';

/** Headers about a single connection (RFC 9110 §7.6.1, and older ones that are still in use). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The names, in lower case, of headers that must not be forwarded: the fixed ones and those that `Connection` lists.
 * @param connection value of the `Connection` header
 */
function hopByHopNames(connection: string | string[] | undefined): ReadonlySet<string> {
  // Fast path: the two usual values list no header.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return HOP_BY_HOP;
  const named = String(connection).toLowerCase().split(',');
  return new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
}

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

/** Headers of an upstream that are not forwarded: the gateway sets its own request id, and the software in use stays hidden. */
const DROPPED = new Set(['server', 'x-powered-by', 'x-request-id']);
const ONE_YEAR = 'max-age=31536000';
const NO_PAGE = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

interface SecurityOptions {
  /** Public base URL. HSTS is sent only if its scheme is https. */
  baseUrl: string;
  hstsIncludeSubdomains: boolean;
}

/** The headers of all responses of the gateway, as flat lists of names and values. */
export class ResponseHeaders {
  private readonly security: readonly (readonly [name: string, value: string])[];

  constructor(
    { baseUrl, hstsIncludeSubdomains }: SecurityOptions,
    private readonly cors: Cors,
  ) {
    this.security = [
      ['X-Content-Type-Options', 'nosniff'],
      // Not stricter: embedded video players refuse to play if the page sends no origin.
      ['Referrer-Policy', 'strict-origin-when-cross-origin'],
      ['X-Frame-Options', 'SAMEORIGIN'],
      ...(baseUrl.startsWith('https:')
        ? [['Strict-Transport-Security', hstsIncludeSubdomains ? `${ONE_YEAR}; includeSubDomains` : ONE_YEAR] as const]
        : []),
    ];
  }

  /** For responses that the gateway creates itself. */
  own(req: GatewayRequest): string[] {
    return ['X-Request-Id', req.id, ...NO_PAGE, ...this.security.flat(), ...this.cors.answerHeaders(req)];
  }

  preflight(req: GatewayRequest): string[] {
    return [...this.own(req), ...this.cors.preflightHeaders(req)];
  }

  /**
   * For the response of an upstream: its headers without the hop-by-hop ones, then those of the gateway.
   * @param from headers of the upstream, with names in lower case
   * @param mayVary whether the response depends on `Accept-Encoding`
   * @param coding of the body, if the gateway compresses it
   */
  relayed(req: GatewayRequest, status: number, from: IncomingHttpHeaders, mayVary = false, coding?: Coding): string[] {
    const hopByHop = hopByHopNames(from.connection);
    const sent = ['X-Request-Id', req.id];
    const tag = entityTag(req, status, from.etag, coding);
    for (const name in from) {
      if (hopByHop.has(name) || DROPPED.has(name) || name.startsWith('access-control-')) continue;
      // RFC 9110 §8.6: a 204 has no content length. A client that sees one would wait for a body.
      if (name === 'content-length' && (status === 204 || coding !== undefined)) continue;
      const value = name === 'etag' ? tag : from[name];
      if (typeof value === 'string') sent.push(name, value);
      else for (const line of value ?? []) sent.push(name, line);
    }
    if (coding !== undefined) sent.push('Content-Encoding', coding);
    if (mayVary || tag !== from.etag) sent.push('Vary', 'Accept-Encoding');
    for (const [name, value] of this.security) if (!isSettled(name.toLowerCase(), from)) sent.push(name, value);
    return sent.concat(this.cors.answerHeaders(req));
  }
}

/** A compressed response has a tag of its own (docs/decisions/0039); a 304 repeats the tag that the caller has. */
function entityTag(req: GatewayRequest, status: number, tag: string | undefined, coding?: Coding): string | undefined {
  if (tag === undefined) return undefined;
  if (status === 304) return matchedTag(tag, req.headers['if-none-match']);
  return coding === undefined ? tag : codedTag(tag, coding);
}

/** Security headers that an upstream sets take precedence, because they are specific to its page. */
function isSettled(name: string, from: IncomingHttpHeaders): boolean {
  if (from[name] !== undefined) return true;
  return (
    name === 'x-frame-options' && /(?:^|[;,])\s*frame-ancestors\s/i.test(String(from['content-security-policy'] ?? ''))
  );
}
