import { AsyncLocalStorage } from 'node:async_hooks';

interface Transaction {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Transaction>();
let report: ((call: string) => void) | undefined;

/** Runs the work of a database transaction. */
export async function duringTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (!report) return work();
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    // Work that was started inside may go on.
    transaction.isOpen = false;
  }
}

/** Marks a call to another server. No transaction may wait for one: it holds a connection, and locks that other requests need. */
export function callsOutside(call: string): void {
  if (report && transactions.getStore()?.isOpen) report(call);
}

/** For tests. From now on `found` gets each such call inside a transaction. Without it nothing is watched. */
export function watchOutsideCalls(found: (call: string) => void): void {
  report = found;
}
