import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { Problem } from '@almanac/errors';

export const threadOf = (): number => threadId;

export const twice = ({ number }: { number: number }): number => number * 2;

export const later = async ({ text }: { text: string }): Promise<string> => text.toUpperCase();

export function endless(): never {
  for (;;);
}

/** The time doubles with each letter. */
export const endlessSearch = (): boolean => /^(a+)+$/.test(`${'a'.repeat(60)}b`);

export const pause = async ({ ms }: { ms: number }): Promise<string> => {
  await setTimeout(ms);
  return 'paused';
};

/** After some work it takes no processor time, like a thread that other programs keep from the processor. */
export function starve({ afterMs }: { afterMs: number }): void {
  busyFor({ ms: afterMs });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0);
}

export function hungry(): number {
  const kept: string[] = [];
  for (;;) kept.push(`${kept.length} `.repeat(1000));
}

export function busyFor({ ms }: { ms: number }): number {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return threadId;
}

export function refuse(): never {
  throw new Problem(422, 'Too deep.', { fields: { html: ['Too deep.'] } });
}

export function fail(): never {
  throw new RangeError('a fault of ours');
}
