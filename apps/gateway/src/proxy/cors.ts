import type { IncomingMessage } from 'node:http';
import type { GatewayRequest } from './gateway-request';

/** What scripts of another origin may read besides the safe-listed headers. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Total',
  'X-Total-Pages',
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'Link',
  'ETag',
  'X-Request-Id',
  'Retry-After',
  'Content-Disposition',
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;
const CACHED_SECONDS = '600';

const readableBy = (origin: string): string[] => ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];

/**
 * Who may call from a browser. The gateway alone decides: the same headers from an upstream are dropped.
 * Cookies are never allowed across origins (no Allow-Credentials): scripts of other origins bring a token.
 */
export class Cors {
  private readonly allowsAll: boolean;
  private readonly allowed: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.allowsAll = origins.includes('*');
    this.allowed = new Set(origins);
  }

  /** The headers of every answer, as a flat list; empty when no origin is allowed. */
  answerHeaders({ headers: { origin }, isOpenRead }: GatewayRequest): string[] {
    if (this.allowsAll) return readableBy('*');
    // Vary also without an Origin, or a cache would hand the answer without permission to the origin that has one.
    const vary = this.allowed.size === 0 ? [] : ['Vary', 'Origin'];
    if (origin !== undefined && this.allowed.has(origin)) return [...vary, ...readableBy(origin)];
    return isOpenRead ? [...vary, ...readableBy('*')] : vary;
  }

  /** The additional headers of an answered preflight; none for an origin that is not allowed, which is how a browser is told no. */
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

/** A plain OPTIONS is no preflight and belongs to the upstream. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
