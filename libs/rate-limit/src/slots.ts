import { Problem } from '@almanac/errors';
import { currentCaller } from './caller';

/** In seconds. */
const RETRY_AFTER = '5';

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/**
 * Limits concurrent work: up to `most` run, up to `mostWaiting` wait, and the rest is refused. Callers take turns, so that the work of one
 * does not hold up all others.
 */
export class Slots {
  private running = 0;
  private readonly waiting = new FairQueue<Waiter>();

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
   * @param disconnected aborts when the caller has disconnected
   * @param caller takes turns with the others; by default the caller that the running code works for. When the queue is full, a caller with less work displaces that of the one with most
   * @returns a function that releases the slot
   * @throws Problem 503 when the queue is full, the wait took too long, or the caller disconnected during it
   * @throws the reason of `gone` when it is aborted already
   */
  async take(disconnected?: AbortSignal, caller = currentCaller()): Promise<() => void> {
    disconnected?.throwIfAborted();
    const release = this.takeFree();
    if (release) return release;
    await this.turn(disconnected, caller);
    // A released slot passes to the next in the queue, so `running` does not change.
    return this.releaseOnce();
  }

  /** As `take`, but undefined when no slot is free. */
  takeFree(): (() => void) | undefined {
    if (this.running >= this.most) return undefined;
    this.running += 1;
    return this.releaseOnce();
  }

  private releaseOnce(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.freeSlot();
      isHeld = false;
    };
  }

  private turn(disconnected: AbortSignal | undefined, caller: string): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) this.makeRoomFor(caller);
    return new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        disconnected?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        admit: () => {
          stopWaiting();
          resolve();
        },
        refuse: () => {
          stopWaiting();
          reject(this.busy());
        },
      };
      const leave = () => {
        this.waiting.remove(caller, waiter);
        waiter.refuse();
      };
      const timer = this.longestWaitMs === undefined ? undefined : setTimeout(leave, this.longestWaitMs);
      disconnected?.addEventListener('abort', leave, { once: true });
      this.waiting.add(caller, waiter);
    });
  }

  private makeRoomFor(caller: string): void {
    const displaced = this.waiting.displaceFor(caller);
    if (!displaced) throw this.busy();
    displaced.refuse();
  }

  private freeSlot(): void {
    const next = this.waiting.next();
    if (next) next.admit();
    else this.running -= 1;
  }

  private busy(): Problem {
    return new Problem(503, `${this.refusal} Try again in a few seconds.`, { headers: { 'Retry-After': RETRY_AFTER } });
  }
}

/** Waiting work of several callers. They take turns, each with its oldest work first. */
export class FairQueue<Work> {
  /** In the order of the next turns. No line is empty. */
  private readonly lines = new Map<string, Work[]>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  add(caller: string, work: Work): void {
    const line = this.lines.get(caller);
    if (line) line.push(work);
    else this.lines.set(caller, [work]);
    this.count += 1;
  }

  /** Takes the work whose turn it is. */
  next(): Work | undefined {
    const [turn] = this.lines;
    if (!turn) return undefined;
    const [caller, line] = turn;
    const work = line.shift();
    this.count -= 1;
    this.lines.delete(caller);
    if (line.length > 0) this.lines.set(caller, line);
    return work;
  }

  remove(caller: string, work: Work): void {
    const line = this.lines.get(caller) ?? [];
    const at = line.indexOf(work);
    if (at < 0) return;
    line.splice(at, 1);
    this.count -= 1;
    if (line.length === 0) this.lines.delete(caller);
  }

  /**
   * Makes room in a full queue. Takes the newest work of the longest line, if the line of this caller stays shorter.
   * @returns undefined when no other caller has more work waiting
   */
  displaceFor(caller: string): Work | undefined {
    const [longest, line] = [...this.lines].reduce<[string, Work[]]>(
      (most, one) => (one[1].length > most[1].length ? one : most),
      ['', []],
    );
    const own = this.lines.get(caller)?.length ?? 0;
    const newest = line.at(-1);
    if (newest === undefined || line.length <= own + 1) return undefined;
    this.remove(longest, newest);
    return newest;
  }
}
