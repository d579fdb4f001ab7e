import { Problem } from '@almanac/errors';
import type { IncomingMessage } from 'node:http';
import type { GatewayRequest } from './request';

/** Response headers that scripts of another origin may read besides the safe-listed ones. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Total',
  'X-Total-Count',
  'X-Total-Pages',
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-Missing-Scripts',
  'Link',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
  'Retry-After',
  'Content-Disposition',
].join(', ');

/** The methods that the gateway forwards. */
export const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const OPEN_METHODS = 'GET, HEAD';
const REFUSAL =
  'Scripts of this origin may not send such requests. The operator of the gateway can add it to CORS_ALLOWED_ORIGINS.';
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;
const CACHED_SECONDS = '600';

const readableBy = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  EXPOSED,
];

/**
 * The CORS rules. Only the gateway sets these headers; those of an upstream are dropped.
 * Cookies are never allowed across origins (no Allow-Credentials): scripts of other origins must send a token.
 */
export class Cors {
  private readonly allowsAll: boolean;
  private readonly allowed: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.allowsAll = origins.includes('*');
    this.allowed = new Set(origins);
  }

  /** The CORS headers of a response, as a flat list. */
  answerHeaders({ headers: { origin }, isOpenRead }: GatewayRequest): string[] {
    if (this.allowsAll) return readableBy('*');
    // Vary is needed without an Origin header too: else a cache would serve that response, which lacks CORS headers, to an allowed origin.
    const vary = this.allowed.size === 0 ? [] : ['Vary', 'Origin'];
    if (origin !== undefined && this.allowed.has(origin)) return [...vary, ...readableBy(origin)];
    return isOpenRead ? [...vary, ...readableBy('*')] : vary;
  }

  /**
   * The additional headers of a preflight response, by the rule for the response to the announced request.
   * @throws a problem whose text is in a header, too: developer tools of browsers show no bodies of preflights
   */
  preflightHeaders({ headers, isOpenRead }: GatewayRequest): string[] {
    const isListed = this.allowsAll || this.allowed.has(headers.origin ?? '');
    if (!isListed && !isOpenRead)
      throw new Problem(403, REFUSAL, { type: 'origin-not-allowed', headers: { 'X-CORS-Refusal': REFUSAL } });
    const requested = headers['access-control-request-headers'] ?? '';
    return [
      ...['Access-Control-Allow-Methods', isListed ? METHODS : OPEN_METHODS],
      ...(HEADER_NAMES.test(requested) ? ['Access-Control-Allow-Headers', requested] : []),
      ...['Access-Control-Max-Age', CACHED_SECONDS, 'Vary', 'Access-Control-Request-Headers'],
    ];
  }
}

/** An OPTIONS request without the preflight headers goes to the upstream. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Whether a request, or the one that a preflight announces, reads without credentials. */
export function isAnonymousRead(request: IncomingMessage): boolean {
  const { method, headers } = request;
  if (!isPreflight(request)) return isRead(method) && headers.authorization === undefined;
  const names = (headers['access-control-request-headers'] ?? '').toLowerCase().split(',');
  return isRead(headers['access-control-request-method']) && !names.some((name) => name.trim() === 'authorization');
}

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';
