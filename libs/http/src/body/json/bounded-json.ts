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
