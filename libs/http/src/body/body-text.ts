import { Problem } from '@almanac/errors';
import type { Request } from 'express';
import { checkJsonShape, type JsonBounds, JsonShapeError } from './json/bounded-json';
import { invalidJson } from './body-faults';
import { nested, parametersOf } from './named-values';

/** Bounds for the JSON of callers; no route needs more. */
const BOUNDS: JsonBounds = { depth: 32, members: 10_000, values: 100_000 };

/** @throws Problem 400 unless the body is a JSON object or list within bounds, 415 for a charset other than Unicode */
export function jsonOf(request: Request, bytes: Buffer): unknown {
  const charset = charsetOf(request);
  if (charset !== 'us-ascii' && !charset.startsWith('utf-')) throw unsupportedCharset(charset);
  const isUtf16 = charset.startsWith('utf-16');
  const utf8 = isUtf16 ? Buffer.from(decoded(bytes, charset)) : bytes;
  try {
    checkJsonShape(utf8, BOUNDS);
    const value: unknown = JSON.parse(decoded(utf8, 'utf-8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch (fault) {
    if (fault instanceof JsonShapeError) throw new Problem(400, `The request body ${fault.message}.`);
    throw invalidJson(fault);
  }
  throw invalidJson();
}

/** @throws Problem 400 for too many fields or levels, 415 for a charset other than UTF-8, ASCII or Latin-1 */
export function formOf(request: Request, bytes: Buffer): Record<string, unknown> {
  const charset = charsetOf(request);
  if (charset === 'iso-8859-1') return nested(parametersOf(latin1AsUtf8(bytes)));
  if (charset !== 'us-ascii' && charset !== 'utf-8') throw unsupportedCharset(charset);
  return nested(parametersOf(decoded(bytes, 'utf-8')));
}

const charsetOf = ({ headers }: Request): string =>
  /;\s*charset="?([^\s;"]+)/i
    .exec(headers['content-type'] ?? '')?.[1]
    ?.toLowerCase()
    .replace(/^utf8$/, 'utf-8') ?? 'utf-8';

/** Without a byte order mark. */
function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw unsupportedCharset(charset);
  }
}

/** For clients that still encode forms in Latin-1, where each percent-encoded byte is one character. */
const latin1AsUtf8 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/%[89a-f][0-9a-f]/gi, (code) => encodeURIComponent(String.fromCharCode(parseInt(code.slice(1), 16))));

const unsupportedCharset = (charset: string): Problem =>
  new Problem(415, `The charset ${charset} is not supported. Use utf-8.`);
