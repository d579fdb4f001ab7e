import { Slots } from '@almanac/rate-limit';

/** Decoding takes ten times the memory of a file. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

const slots = new Slots(AT_ONCE, MAX_WAITING, 'Too many images are being worked on at this moment.');

/** Does the work when fewer than two others are at it. @throws Problem 503 when too many wait already */
export async function boundedImageWork<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
