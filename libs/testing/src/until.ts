import { Problem } from '@almanac/errors';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Polls until the condition is true. Only Jest's time-out limits the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue(condition))) await sleep(LOOK_EVERY_MS);
}

/** A database without a connection for the test counts as "not yet": a slow machine may need longer than a caller would wait. */
async function isTrue(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await condition();
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 503) return false;
    throw failure;
  }
}
