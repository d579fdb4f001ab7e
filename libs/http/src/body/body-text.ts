import { Problem } from '@almanac/errors';
import type { Request } from 'express';
import { invalidJson } from './body-bytes';
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

/** Bounds for the shape of a JSON text, which decides its size in memory. */
export interface JsonBounds {
  /** Levels of objects and lists inside each other. */
  depth: number;
  /** Members of one object. */
  members: number;
  /** Members, items, objects and lists together. */
  values: number;
}

/** The shape is out of bounds. The message names the bound: `has more than 100 values`. */
export class JsonShapeError extends Error {
  override readonly name = 'JsonShapeError';
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Scans UTF-8 bytes before they are parsed. A value takes many times its length in memory, so a few megabytes of brackets would take
 * gigabytes. Does not check the syntax; the parser does so afterwards.
 * @throws JsonShapeError
 */
export function checkJsonShape(
  bytes: Buffer,
  { depth: mostDepth, members: mostMembers, values: mostValues }: JsonBounds,
): void {
  const membersAt = new Uint32Array(mostDepth + 1);
  let depth = 0;
  let values = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) {
      place = endOfText(bytes, place);
      continue;
    }
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      if (depth > mostDepth) throw new JsonShapeError(`is nested more than ${mostDepth} levels deep`);
      membersAt[depth] = 0;
      values += 1;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      // More closing than opening brackets are a syntax error, which the parser reports.
      if (depth > 0) depth -= 1;
    } else if (byte === COLON) {
      const members = (membersAt[depth] ?? 0) + 1;
      if (members > mostMembers) throw new JsonShapeError(`has an object of more than ${mostMembers} members`);
      membersAt[depth] = members;
      values += 1;
    } else if (byte === COMMA) values += 1;
    if (values > mostValues) throw new JsonShapeError(`has more than ${mostValues} values`);
  }
}

/** The position of the closing quote of the string at `start`. Uses `indexOf` for speed, because embedded images are megabytes long. */
function endOfText(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return bytes.length;
}
