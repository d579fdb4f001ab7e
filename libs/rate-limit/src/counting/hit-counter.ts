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
