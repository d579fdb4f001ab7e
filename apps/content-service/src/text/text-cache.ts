import { LRUCache } from 'lru-cache';

const BYTES_PER_CHARACTER = 2;
/** Estimated bytes of an entry besides its texts. */
const ENTRY_BYTES = 256;

/** Texts made from other texts, least recently used first out. */
export const textCache = (maxBytes: number): LRUCache<string, string> =>
  new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => (text.length + key.length) * BYTES_PER_CHARACTER + ENTRY_BYTES,
  });
