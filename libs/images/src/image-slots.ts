import { Slots } from '@almanac/rate-limit';

/** Decoding takes ten times the memory of a file. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

const slots = new Slots(AT_ONCE, MAX_WAITING, 'Too many images are being worked on at this moment.');

/** Runs `work`, at most two at a time in this process. @throws Problem 503 when the queue is full */
export async function boundedImageWork<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
