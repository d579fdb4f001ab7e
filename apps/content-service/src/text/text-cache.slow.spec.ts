import { memoryShares } from '@almanac/testing';
import { textCache } from './text-cache';

const MAX_BYTES = 32 * 1024 * 1024;

it('a cache of texts takes the memory that it counts when all are short', async () => {
  const cache = textCache('texts of a test', MAX_BYTES);
  const add = async (text: string) => Promise.resolve(cache.set(`key of ${text}`, text));
  const parts = await memoryShares({ maxBytes: MAX_BYTES, entryBytes: 30, lengths: [10] }, add);
  expect(Math.max(...parts)).toBeLessThan(1.5);
});
