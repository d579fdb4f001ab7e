import { HitCounter, type Hits } from './hit-counter';

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
