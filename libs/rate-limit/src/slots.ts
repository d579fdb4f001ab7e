import { Problem } from '@almanac/errors';

/** In seconds. */
const RETRY_AFTER = '5';

/** Limits concurrent work: up to `most` run, up to `mostWaiting` wait in order of arrival, and the rest is refused. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
    /** Message of a refusal, e.g. `Too many PDF files are being made at this moment.` */
    private readonly refusal: string,
    /** The longest wait for a slot; no limit by default. */
    private readonly longestWaitMs?: number,
  ) {}

  /** Length of the queue. */
  get queued(): number {
    return this.waiting.length;
  }

  /**
   * Waits for a free slot.
   * @param gone aborts when the caller has disconnected
   * @returns a function that releases the slot
   * @throws Problem 503 when the queue is full, the wait took too long, or the caller disconnected during it
   * @throws the reason of `gone` when it is aborted already
   */
  async take(gone?: AbortSignal): Promise<() => void> {
    gone?.throwIfAborted();
    if (this.running < this.most) this.running += 1;
    else if (this.waiting.length >= this.mostWaiting) throw this.busy();
    // A released slot passes to the first in the queue, so `running` does not change.
    else await this.turn(gone);
    let held = true;
    return () => {
      if (held) this.giveBack();
      held = false;
    };
  }

  private turn(gone: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const leave = () => {
        stopWaiting();
        this.waiting.splice(this.waiting.indexOf(come), 1);
        reject(this.busy());
      };
      const come = () => {
        stopWaiting();
        resolve();
      };
      const timer = this.longestWaitMs === undefined ? undefined : setTimeout(leave, this.longestWaitMs);
      gone?.addEventListener('abort', leave, { once: true });
      this.waiting.push(come);
    });
  }

  private giveBack(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }

  private busy(): Problem {
    return new Problem(503, `${this.refusal} Try again in a few seconds.`, { headers: { 'Retry-After': RETRY_AFTER } });
  }
}
