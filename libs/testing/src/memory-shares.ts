import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TEXTS_AT_ONCE = 100;
/** Bytes of a buffer that is thrown away. Node takes it from the same slab as the buffer of a short text. */
const PASSING_BYTES = 8_000;
const SHORT = 10;

/** A cache to fill. */
interface CacheToFill {
  maxBytes: number;
  /** Smallest size that it counts for an entry besides its texts. */
  entryBytes?: number;
  /** Lengths of every tenth text: many entries fill the cache, then few. */
  lengths?: readonly number[];
}

/**
 * Fills a cache with different texts, for each length anew. Most are short, and something that no cache holds lies between them in memory.
 * @param add adds a text; `number` is another one each time
 * @returns the memory that the cache takes after each filling, as parts of `maxBytes`. They can be too small, never too large, when the memory
 *   of an earlier spec file in the same worker is freed meanwhile.
 */
export async function memoryShares(
  { maxBytes, entryBytes = 256, lengths = [3_000, 100_000] }: CacheToFill,
  add: (text: string, number: number) => Promise<unknown>,
): Promise<number[]> {
  // V8 drops the code of unused functions after several collections.
  const before = await usedBytes(10);
  const parts: number[] = [];
  let number = 0;
  for (const length of lengths) {
    const end = number + maxBytes / (length / 10 + entryBytes);
    while (number < end) {
      const added = Array.from({ length: TEXTS_AT_ONCE }, () => {
        number += 1;
        return add(textOf(number, number % 10 === 0 ? length : SHORT), number);
      });
      await Promise.all(added);
    }
    parts.push(((await usedBytes(3)) - before) / maxBytes);
  }
  // Without a later use, the cache itself could be collected.
  await add('', 0);
  return parts;
}

/** V8 takes two bytes for each character of such a text. By way of a buffer, because it keeps a repeated text as a tree of shared parts. */
function textOf(number: number, length: number): string {
  Buffer.from('-'.repeat(PASSING_BYTES));
  return Buffer.from(`${number} ${'ж'.repeat(length)}`).toString();
}

async function usedBytes(collections: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // The memory of buffers is given back after the collection that finds them.
  for (let time = 0; time < collections; time += 1) {
    await nextTurn();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
