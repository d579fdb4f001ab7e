/** Like other readers of the format: what is nested deeper is no data. */
const DEEPEST = 512;
/** Each value takes memory many times its length; books of a hundred thousand pages have fewer. */
const MOST_VALUES = 3_000_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:');
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/**
 * The object that an archive's `data.json` holds, or undefined when it holds none. Its shape is looked at before it is parsed, so that a
 * few megabytes of brackets cannot take gigabytes of memory.
 */
export function decodeData(bytes: Buffer): Record<string, unknown> | undefined {
  if (!isOfBearableShape(bytes)) return undefined;
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(data) && Object.keys(data).length > 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOfBearableShape(bytes: Buffer): boolean {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) place += 1;
      else if (byte === QUOTE) inText = false;
      continue;
    }
    if (byte === QUOTE) inText = true;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (OPENING.has(byte)) {
      depth += 1;
      values += 1;
    } else if (byte === COMMA || byte === COLON) values += 1;
    if (depth > DEEPEST || values > MOST_VALUES) return false;
  }
  return true;
}
