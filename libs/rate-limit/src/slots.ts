import { Problem } from '@almanac/errors';

/** What callers are told to wait, in seconds, when the queue is full. */
const RETRY_AFTER = '5';

/** Lets so many works run at once, so many wait in the order in which they came, and refuses the rest. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
    /** What the others are told, e.g. `Too many PDF files are being made at this moment.` */
    private readonly refusal: string,
    /** How long one waits at most; until it is its turn unless given. */
    private readonly longestWaitMs?: number,
  ) {}

  /** How many wait at this moment. */
  get queued(): number {
    return this.waiting.length;
  }

  /**
   * Resolves when a slot is free, with what gives it back.
   * @param gone tells that nobody waits for it any more
   * @throws Problem 503 when too many wait already, it took too long, or the caller has gone
   */
  async take(gone?: AbortSignal): Promise<() => void> {
    gone?.throwIfAborted();
    if (this.running < this.most) this.running += 1;
    else if (this.waiting.length >= this.mostWaiting) throw this.busy();
    // Whoever gives a slot back hands it over to the first in the queue, so that `running` stays as it is.
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
