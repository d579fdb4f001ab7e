import type { ThrottlerStorage } from '@nestjs/throttler';

/** Hits of one key in its window. */
export interface Hits {
  count: number;
  /** Time until the window ends and the count starts anew. */
  endsInMs: number;
}

/** Counts hits in fixed windows. The window of a key begins with its first hit. */
export abstract class HitCounter {
  /** @param hits negative to take hits back */
  abstract add(key: string, windowMs: number, hits?: number): Promise<Hits>;

  /** Hits in the current window of the key; 0 without one. */
  abstract read(key: string): Promise<number>;
}

interface Window {
  count: number;
  endsAt: number;
}

const SWEEP_MS = 60_000;

/** Counts in the memory of this process. Expired windows are removed once a minute, without timers. */
export class MemoryHits extends HitCounter {
  private readonly windows = new Map<string, Window>();
  private nextSweep = 0;

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  add(key: string, windowMs: number, hits = 1): Promise<Hits> {
    const now = this.now();
    if (now >= this.nextSweep) this.sweep(now);
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.count = Math.max(0, window.count + hits);
    return Promise.resolve({ count: window.count, endsInMs: window.endsAt - now });
  }

  read(key: string): Promise<number> {
    const window = this.windows.get(key);
    return Promise.resolve(window && window.endsAt > this.now() ? window.count : 0);
  }

  private sweep(now: number): void {
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
    this.nextSweep = now + SWEEP_MS;
  }
}

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Storage of Throttler: the requests of each caller in the windows of a counter. */
export class RequestWindows implements ThrottlerStorage {
  constructor(private readonly hits: HitCounter) {}

  async increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const { count, endsInMs } = await this.hits.add(`requests ${key}`, ttl);
    const secondsLeft = Math.ceil(endsInMs / 1_000);
    return {
      totalHits: count,
      timeToExpire: secondsLeft,
      isBlocked: count > limit,
      timeToBlockExpire: secondsLeft,
    };
  }
}
