import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Problem } from '@almanac/errors';
import type { Request } from 'express';

/** Only these two headers announce a body (RFC 9112 §6). */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * Reads and decompresses the whole body. Stops reading at the limit.
 * @param limitBytes of the decompressed body
 * @throws Problem 413 above the limit, 415 for an unknown compression, 400 for an incomplete body
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const content = decompressed(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (fault: Problem) => {
      content.off('data', take);
      request.unpipe();
      if (content !== request) content.destroy();
      reject(fault);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) stop(tooLarge());
      else chunks.push(chunk);
    };
    content.on('error', (cause) => stop(unreadable(cause)));
    content.once('end', () => resolve(Buffer.concat(chunks, size)));
    whenCutOff(request, () => stop(unreadable()));
    content.on('data', take);
  });
}

/** Calls `then` when the connection breaks before the end of the body, at once if it is broken already. */
export function whenCutOff(request: Request, then: () => void): void {
  if (request.destroyed && !request.readableEnded) {
    then();
    return;
  }
  request.on('error', then);
  request.once('close', () => {
    if (!request.readableEnded) then();
  });
}

function decompressed(request: Request): Readable {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return request;
  if (!isSupported(coding))
    throw new Problem(415, 'The compression of the request body is not supported. Use gzip, deflate or br.');
  return request.pipe(DECODERS[coding]());
}

const isSupported = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';
const READABLE = 'application/json, application/x-www-form-urlencoded or multipart/form-data';

export const tooLarge = (): Problem => new Problem(413, TOO_LARGE);

export const unreadable = (cause?: unknown): Problem =>
  new Problem(400, 'The request body could not be read.', { cause });

/** The members of `data` that the calendar's reference has for JSON that cannot be parsed. */
const SYNTAX_ERROR = { json_error_code: 4, json_error_message: 'Syntax error' };

/** @param cause the failure of the parser; none for JSON that is neither an object nor a list */
export const invalidJson = (cause?: unknown): Problem =>
  new Problem(400, 'Invalid JSON body passed.', {
    code: 'rest_invalid_json',
    cause,
    ...(cause !== undefined && { data: SYNTAX_ERROR }),
  });

export const unsupportedType = (type = ''): Problem =>
  new Problem(
    415,
    type === ''
      ? `Say by Content-Type how the request body is written: ${READABLE}.`
      : `A request body of the type ${type} is not supported. Use ${READABLE}.`,
  );
