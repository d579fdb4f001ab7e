import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import type { GatewayRequest } from '../gateway-request';
import { CODINGS, type Coding } from './encoder';

/** A shorter body is hardly smaller when compressed. */
const MIN_BYTES = 1024;

/** Texts. Images other than SVG, fonts, PDF and archives are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/(?:java|ecma)script\b|image\/svg\+xml\b)/i;

/**
 * Compression is here, because the middleware `compression` needs answers of Express instead of a stream with back pressure, has no zstd,
 * and leaves a strong entity tag as it is (docs/decisions/0039, contracts/compression.api.spec.ts).
 *
 * Whether the response may be compressed, so that it depends on `Accept-Encoding`. A part of a file is sent as it is, and an upstream
 * forbids compression by `Cache-Control: no-transform` (docs/decisions/0039).
 */
export function isCompressible(req: GatewayRequest, status: number, headers: IncomingHttpHeaders): boolean {
  return (
    COMPRESSIBLE.test(headers['content-type'] ?? '') &&
    status !== 204 &&
    status !== 206 &&
    status !== 304 &&
    req.headers.range === undefined &&
    (headers['content-encoding'] ?? 'identity') === 'identity' &&
    !headers['cache-control']?.includes('no-transform')
  );
}

/** The published types lack the second parameter: the order among codings that the caller prefers equally. */
type ChooseEncoding = (available: readonly string[], options: { preferred: readonly string[] }) => string | undefined;

/** The coding for a compressible response; undefined to send it as it is. */
export function codingFor(req: GatewayRequest, headers: IncomingHttpHeaders): Coding | undefined {
  // Fast path: programs that accept no coding send no such header.
  if (req.headers['accept-encoding'] === undefined) return undefined;
  const caller = new Negotiator(req);
  const length = headers['content-length'];
  const isShort = length !== undefined && Number(length) < MIN_BYTES;
  if (isShort && caller.encodings(['identity']).length > 0) return undefined;
  const choose: ChooseEncoding = caller.encoding.bind(caller);
  const chosen = choose([...CODINGS, 'identity'], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === chosen);
}
