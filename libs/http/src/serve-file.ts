import { Problem, notFound } from '@almanac/errors';
import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNotModified } from './input/versions';

/** A file for the answer. */
export interface ServedFile {
  /** Bytes. */
  size: number;
  /** For `Content-Type`. */
  type: string;
  /** Changes with the bytes; becomes the strong `ETag`. Letters, digits and dashes. */
  version: string;
  /** The bytes, or an inclusive range of them; undefined when the file is missing. */
  read(range?: { start: number; end: number }): Promise<Readable | undefined>;
  /** Sent along with the file, but not with a refusal. */
  headers?: Record<string, string>;
}

/**
 * Answers GET and HEAD with a file: whole (200), one range of it (206), or nothing when the caller has it already (304). `If-Range` is
 * supported (RFC 9110, 13 and 14). A request for several ranges gets the whole file, as the RFC allows.
 * @throws Problem 416 for a range outside of the file, 404 when the file is missing
 */
export async function serveFile(request: Request, response: Response, file: ServedFile): Promise<void> {
  const etag = `"${file.version}"`;
  if (isNotModified(request, response, etag)) {
    setHeaders(response, file.headers);
    response.end();
    return;
  }
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : requestedRange(request, etag, file.size);
  const bytes = isHead ? undefined : ((await file.read(range)) ?? notFound('File'));
  setHeaders(response, {
    'Content-Type': file.type,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    ...file.headers,
  });
  if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : file.size);
  if (bytes) await sendStream(response, bytes);
  else response.end();
}

/** Streams the source to the caller. A caller that disconnects is not an error. */
export async function sendStream(response: Response, source: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    await pipeline(source, response);
  } catch (failure) {
    if (!isPrematureClose(failure)) throw failure;
  }
}

/**
 * `Content-Disposition` for any file name (RFC 6266, RFC 8187). Special characters are percent-encoded, so that no name can end the
 * header or add a parameter.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

function requestedRange(request: Request, etag: string, size: number): { start: number; end: number } | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = request.range(size, { combine: true });
  if (ranges === -1)
    throw new Problem(416, 'The requested range is not in the file.', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

function setHeaders(response: Response, headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

const isPrematureClose = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === 'ERR_STREAM_PREMATURE_CLOSE';
