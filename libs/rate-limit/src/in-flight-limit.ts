import { Problem } from '@almanac/errors';
import type { Request, Response } from 'express';
import { Slots } from './slots';

/** Requests of one caller that wait for their turn, and how long they do. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;
const REFUSAL = 'You have too many requests in flight.';
const RETRY_AFTER = '2';

const held = new WeakMap<Request, () => void>();

/** For a request that waits for something else than this process: it does not count from here on. */
export const doesNotCount = (request: Request): void => held.get(request)?.();

/**
 * So many requests of one caller are worked on at once; the others wait in line, so that many slow ones do not hold up other callers. A request
 * counts until its answer is complete: a stream to its end, but not while a slow reader fetches what is ready.
 */
export class InFlightLimit {
  private readonly callers = new Map<string, { slots: Slots; requests: number }>();

  constructor(private readonly most: number) {}

  /** Callers with a request in flight. */
  get size(): number {
    return this.callers.size;
  }

  /** Resolves when it is the request's turn. @throws Problem 429 when too many wait already, or it waited too long */
  async enter(caller: string, request: Request, response: Response): Promise<void> {
    const line = this.callers.get(caller) ?? { slots: new Slots(this.most, MAX_WAITING, REFUSAL, MAX_WAIT_MS), requests: 0 };
    this.callers.set(caller, line);
    line.requests += 1;
    const leave = () => {
      line.requests -= 1;
      if (line.requests === 0) this.callers.delete(caller);
    };
    const gone = new AbortController();
    const abort = () => gone.abort();
    response.once('close', abort);
    try {
      const giveBack = await line.slots.take(gone.signal);
      const done = once(() => {
        giveBack();
        leave();
      });
      held.set(request, done);
      for (const event of ['prefinish', 'close']) response.once(event, done);
      if (response.destroyed) done();
    } catch {
      leave();
      throw new Problem(429, `${REFUSAL} Wait for their answers, or send fewer at once.`, { headers: { 'Retry-After': RETRY_AFTER } });
    } finally {
      response.removeListener('close', abort);
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
