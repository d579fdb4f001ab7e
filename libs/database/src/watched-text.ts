/** A text that each new snapshot brings along (`Snapshots.watch`). It is as new as the newest snapshot of this process. */
export class WatchedText {
  private known: { text: string; readAt: number } | undefined;
  private invalidations = 0;

  /** @param expression the SQL that gives the text */
  constructor(readonly expression: string) {}

  /** Whether an unchanged snapshot means an unchanged text. */
  get isKnown(): boolean {
    return this.known !== undefined;
  }

  /** The text with the time of its reading; undefined when it is unknown or older than `maxAgeMs`. NULL is an empty text. */
  get(maxAgeMs: number): { text: string; readAt: number } | undefined {
    return this.known && performance.now() - this.known.readAt < maxAgeMs ? this.known : undefined;
  }

  /** Call after a change of this process. A snapshot that is being read at the moment may still have the former text. */
  invalidate(): void {
    this.known = undefined;
    this.invalidations += 1;
  }

  /** Call this before a snapshot is read. Call the function that it returns with the new text, or with null for an unchanged snapshot. */
  beginRead(): (text: string | null) => void {
    const { invalidations, known } = this;
    const readAt = performance.now();
    return (text) => {
      if (invalidations !== this.invalidations) return;
      const current = text ?? known?.text;
      this.known = current === undefined ? undefined : { text: current, readAt };
    };
  }
}
