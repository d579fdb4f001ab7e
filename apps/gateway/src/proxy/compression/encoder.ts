import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

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
