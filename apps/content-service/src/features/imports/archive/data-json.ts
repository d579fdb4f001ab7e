import { checkJsonShape, type JsonBounds } from '@almanac/http';

/**
 * Deeper data is refused, as other readers of the format do. A book of ten thousand pages has fewer values. With more, handling the result
 * would block the event loop too long, although a worker has parsed it.
 */
const BOUNDS: JsonBounds = { depth: 512, members: 400_000, values: 400_000 };

/** The object that an archive's `data.json` holds, or undefined when it holds none. */
export function decodeData(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    checkJsonShape(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), BOUNDS);
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(data) && Object.keys(data).length > 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
