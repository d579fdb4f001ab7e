/** Ends an attempt of a transaction, so that `work` can run without it. */
export class OutsideWork extends Error {
  constructor(readonly work: () => Promise<void>) {
    super('work was to run outside of the transaction');
  }
}

/** `unknown` when the connection broke during the commit: the server may have committed. */
export type Outcome = 'committed' | 'undone' | 'unknown';

/** A transaction with all its attempts. */
export interface Attempts {
  outcome: Outcome;
  /** Runs after the last attempt. */
  atEnd: ((outcome: Outcome) => Promise<void>)[];
}
