import { threadId } from 'node:worker_threads';
import { Problem } from '@almanac/errors';

export const threadOf = (): number => threadId;

export const twice = ({ number }: { number: number }): number => number * 2;

export const later = async ({ text }: { text: string }): Promise<string> => text.toUpperCase();

export function endless(): never {
  for (;;);
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
