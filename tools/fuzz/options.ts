import { parseArgs } from 'node:util';

export interface FuzzOptions {
  /** Number of requests to send. */
  requests: number;
  /** The same seed sends the same requests, as far as the ids of records allow. */
  seed: number;
  /** Requests in flight at a time. */
  concurrency: number;
  /** Only routes whose `METHOD /path` contains this text. */
  only: string;
}

/** @throws Error naming the option that is not a positive whole number */
export function readOptions(words: string[]): FuzzOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: words, options: { requests: text, seed: text, concurrency: text, only: text } });
  return {
    requests: positive('requests', values.requests, 20_000),
    seed: positive('seed', values.seed, 1 + Math.floor(Math.random() * 1_000_000)),
    concurrency: positive('concurrency', values.concurrency, 3),
    only: values.only ?? '',
  };
}

function positive(name: string, given: string | undefined, fallback: number): number {
  const value = Number(given ?? fallback);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive whole number`);
  return value;
}
