import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Problem } from '@almanac/errors';
import { tooLarge, unreadable } from './body-faults';

/** RFC 9112 §6: only these two headers announce a body. Most requests are reads without one, which need no reader to find that out. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/**
 * The whole body, decompressed. Stops at the limit without reading on.
 * @param limitBytes of the decompressed body
 * @throws Problem 413, 415 for an unknown compression, 400 for a body that breaks off
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

/** Calls back when the connection breaks before the whole body has come, be it already. */
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
  if (!isKnown(coding)) throw new Problem(415, 'The compression of the request body is not supported. Use gzip, deflate or br.');
  return request.pipe(DECODERS[coding]());
}

const isKnown = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);
