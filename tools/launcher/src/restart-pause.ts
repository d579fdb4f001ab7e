const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A program that ran this long was well; its next death is a new story. */
const HEALTHY_AFTER_MS = 60_000;

/** How long to wait before a program that ended by itself is started again: 0.5 s, doubling to 30 s while it keeps dying. */
export class RestartPause {
  private nextMs = FIRST_MS;

  /** The pause after a run of `lastedMs`, in milliseconds. */
  after(lastedMs: number): number {
    if (lastedMs >= HEALTHY_AFTER_MS) this.nextMs = FIRST_MS;
    const pause = this.nextMs;
    this.nextMs = Math.min(2 * pause, LONGEST_MS);
    return pause;
  }
}
