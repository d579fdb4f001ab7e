import { reportCache } from '@almanac/observability';
import { LRUCache } from 'lru-cache';

const BYTES_PER_CHARACTER = 2;
/** Estimated bytes of an entry besides its texts. */
const ENTRY_BYTES = 256;

/** Texts made from other texts, least recently used first out. @param name of the cache in metrics */
export function textCache(name: string, maxBytes: number): LRUCache<string, string> {
  const cache = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => (text.length + key.length) * BYTES_PER_CHARACTER + ENTRY_BYTES,
  });
  reportCache(name, () => cache.calculatedSize);
  return cache;
}
