import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayConfig } from '../../config';
import type { Coding } from '../compression/encoder';
import { codedTag, knownTag } from '../compression/entity-tags';
import type { Cors } from './cors';
import type { GatewayRequest } from '../gateway-request';
import { hopByHopNames } from './hop-by-hop';

/** Headers of an upstream that are not forwarded: the gateway sets its own request id, and the software in use stays hidden. */
const DROPPED = new Set(['server', 'x-powered-by', 'x-request-id']);
const ONE_YEAR = 'max-age=31536000';
const NO_PAGE = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** The headers of all responses of the gateway, as flat lists of names and values. */
export class ResponseHeaders {
  private readonly security: readonly (readonly [name: string, value: string])[];

  constructor(
    { baseUrl, hstsIncludeSubdomains }: Pick<GatewayConfig, 'baseUrl' | 'hstsIncludeSubdomains'>,
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
  if (status === 304) return knownTag(tag, req.headers['if-none-match']);
  return coding === undefined ? tag : codedTag(tag, coding);
}

/** Security headers that an upstream sets take precedence, because they are specific to its page. */
function isSettled(name: string, from: IncomingHttpHeaders): boolean {
  if (from[name] !== undefined) return true;
  return (
    name === 'x-frame-options' && /(?:^|[;,])\s*frame-ancestors\s/i.test(String(from['content-security-policy'] ?? ''))
  );
}
