const FIRST_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A run of this length counts as healthy and resets the pause. */
const HEALTHY_AFTER_MS = 60_000;

/** Pause before a program that ended by itself is restarted: 0.5 s, doubling to 30 s while it keeps failing. */
export class RestartPause {
  private nextMs = FIRST_MS;

  /** The pause after a run of `lastedMs`, in milliseconds. */
  after(lastedMs: number): number {
    if (lastedMs >= HEALTHY_AFTER_MS) this.nextMs = FIRST_MS;
    const pause = this.nextMs;
    this.nextMs = Math.min(2 * pause, MAX_PAUSE_MS);
    return pause;
  }
}
