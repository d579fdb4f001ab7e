import type { IncomingMessage } from 'node:http';
import type { GatewayRequest } from '../gateway-request';

/** Response headers that scripts of another origin may read besides the safe-listed ones. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
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

  /** The additional headers of a preflight response. An origin that is not allowed gets none, so the browser blocks its request. */
  preflightHeaders({ headers }: IncomingMessage): string[] {
    if (!this.allowsAll && !this.allowed.has(headers.origin ?? '')) return [];
    const asked = headers['access-control-request-headers'] ?? '';
    return [
      ...['Access-Control-Allow-Methods', METHODS],
      ...(HEADER_NAMES.test(asked) ? ['Access-Control-Allow-Headers', asked] : []),
      ...['Access-Control-Max-Age', CACHED_SECONDS, 'Vary', 'Access-Control-Request-Headers'],
    ];
  }
}

/** An OPTIONS request without the preflight headers goes to the upstream. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
