import { Problem } from '@almanac/errors';
import type { Request, Response } from 'express';
import { refusals } from './caller';
import { Slots } from './slots';

/** Limits of one caller's queue: its length, and the wait of each request. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;
const REFUSAL = 'You have too many requests in flight.';
const RETRY_AFTER = '2';

const releases = new WeakMap<Request, () => void>();

/** Stops counting a request as in flight, for one that only waits, e.g. for another process. */
export const stopCounting = (request: Request): void => releases.get(request)?.();

/**
 * Limits the concurrent requests of each caller and queues the others, so that many slow ones do not hold up other callers.
 * A request counts until its answer is complete: a stream until its end, but not while a slow client still receives buffered data.
 */
export class InFlightLimit {
  private readonly callers = new Map<string, { slots: Slots; requests: number }>();

  /** @param most how many requests of a caller may run at once in this process; read when a caller arrives */
  constructor(private readonly most: () => number) {}

  /** Callers with a request in flight. */
  get size(): number {
    return this.callers.size;
  }

  /** Resolves when the request may run. @throws Problem 429 when the queue is full, or the request waited too long */
  async enter(caller: string, request: Request, response: Response): Promise<void> {
    const line = this.callers.get(caller) ?? {
      slots: new Slots(this.most(), MAX_WAITING, REFUSAL, MAX_WAIT_MS),
      requests: 0,
    };
    this.callers.set(caller, line);
    line.requests += 1;
    const leave = () => {
      line.requests -= 1;
      if (line.requests === 0) this.callers.delete(caller);
    };
    const releaseSlot = line.slots.takeFree() ?? (await slotInTurn(line.slots, response, leave));
    const done = once(() => {
      releaseSlot();
      leave();
    });
    releases.set(request, done);
    response.once('prefinish', done);
    response.once('close', done);
    if (response.destroyed) done();
  }
}

/** Waits until a slot is free. A request that gets none leaves the queue. */
async function slotInTurn(slots: Slots, response: Response, leave: () => void): Promise<() => void> {
  const disconnected = new AbortController();
  const abort = () => disconnected.abort();
  response.once('close', abort);
  try {
    return await slots.take(disconnected.signal);
  } catch {
    leave();
    if (!disconnected.signal.aborted) refusals.inc({ limit: 'in flight' });
    throw new Problem(429, `${REFUSAL} Wait for their answers, or send fewer at once.`, {
      type: 'too-many-in-flight',
      headers: { 'Retry-After': RETRY_AFTER },
    });
  } finally {
    response.removeListener('close', abort);
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
