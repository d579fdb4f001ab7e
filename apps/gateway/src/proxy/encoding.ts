// Compression is here, because the middleware `compression` needs answers of Express instead of a stream with back pressure, has no zstd,
// and leaves a strong entity tag as it is (docs/decisions/0039, contracts/compression.api.spec.ts).
import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import Negotiator from 'negotiator';
import type { GatewayRequest } from './request';

/** The codings that the gateway writes. */
export type Coding = 'zstd' | 'br' | 'gzip';

/** A slow stream, such as a long list, sends its bytes at least this often. */
const FLUSH_AFTER_MS = 50;

/** Levels that cost about as much processor time as gzip's fastest ones. */
const BROTLI_LEVEL = 4;
const ZSTD_LEVEL = 3;
const GZIP_LEVEL = 5;
/** 256 KB of history instead of 4 MB and more, so that many answers at once fit into the memory. */
const WINDOW_BITS = 18;

type Encoder = Transform & Pick<zlib.Gzip, 'flush'>;

/** A compressing stream. */
interface BodyEncoder {
  stream: Transform;
  /** Call for each piece: bytes that the stream holds back are sent when no more data arrives soon. */
  flushSoon: () => void;
}

const { constants } = zlib;
const ENCODERS: Record<Coding, () => Encoder> = {
  zstd: () =>
    zlib.createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_windowLog]: WINDOW_BITS },
    }),
  br: () =>
    zlib.createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    }),
  gzip: () => zlib.createGzip({ level: GZIP_LEVEL }),
};

/** The codings from the cheapest one at the same size. Node 20 has no zstd. */
export const CODINGS: readonly Coding[] = 'createZstdCompress' in zlib ? ['zstd', 'br', 'gzip'] : ['br', 'gzip'];

const FLUSHES: Record<Coding, number> = {
  zstd: constants.ZSTD_e_flush,
  br: constants.BROTLI_OPERATION_FLUSH,
  gzip: constants.Z_SYNC_FLUSH,
};

export function startEncoder(coding: Coding): BodyEncoder {
  const stream = ENCODERS[coding]();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (!stream.writableEnded) stream.flush(FLUSHES[coding]);
  };
  stream.once('close', () => clearTimeout(timer));
  return { stream, flushSoon: () => void (timer ??= setTimeout(flush, FLUSH_AFTER_MS)) };
}

/** A shorter body is hardly smaller when compressed. */
const MIN_BYTES = 1024;

/** Texts. Images other than SVG, fonts, PDF and archives are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/(?:java|ecma)script\b|image\/svg\+xml\b)/i;

/**
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

/** No service has this character in its entity tags. */
const MARK = '~';
const MARKED = /~(?:zstd|br|gzip)"/g;

/**
 * The entity tag of a compressed response. A strong tag names exact bytes (RFC 9110, 8.8.3), so each coding has a tag of its own. A weak
 * tag for it would be refused by `If-Match`, and callers could not save.
 */
export const codedTag = (tag: string, coding: Coding): string =>
  tag.startsWith('W/') ? tag : tag.replace(/"$/, `${MARK}${coding}"`);

/** The tags of `If-Match` or `If-None-Match` as the services know them. */
export const plainTags = (condition: string): string => condition.replace(MARKED, '"');

/** The tag of a 304: the one that the caller sent, when it differs from the service's by its coding alone. */
export function matchedTag(tag: string, condition: string | undefined): string {
  if (condition === undefined || condition.includes(tag)) return tag;
  return condition.match(/"[^"]*"/g)?.find((sent) => plainTags(sent) === tag) ?? tag;
}
