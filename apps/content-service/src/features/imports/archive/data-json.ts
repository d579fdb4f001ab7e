import { checkJsonShape, type JsonBounds } from '@almanac/http';

/** Like other readers of the format: what is nested deeper is no data. Books of a hundred thousand pages have fewer values. */
const BOUNDS: JsonBounds = { depth: 512, members: 3_000_000, values: 3_000_000 };

/** The object that an archive's `data.json` holds, or undefined when it holds none. */
export function decodeData(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    checkJsonShape(bytes, BOUNDS);
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(data) && Object.keys(data).length > 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
