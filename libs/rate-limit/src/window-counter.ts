import type { ThrottlerStorage } from '@nestjs/throttler';

interface Window {
  hits: number;
  endsAt: number;
}

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts hits in fixed windows, in the memory of this process. Expired windows are removed once per window length, without timers. */
export class WindowCounter implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();
  private nextSweep = 0;

  constructor(private readonly now: () => number = Date.now) {}

  increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const now = this.now();
    if (now >= this.nextSweep) this.sweep(now, ttl);
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + ttl };
      this.windows.set(key, window);
    }
    window.hits += 1;
    const secondsLeft = Math.ceil((window.endsAt - now) / 1_000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire: secondsLeft,
      isBlocked: window.hits > limit,
      timeToBlockExpire: secondsLeft,
    });
  }

  private sweep(now: number, ttl: number): void {
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
    this.nextSweep = now + ttl;
  }
}
