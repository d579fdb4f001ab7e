/** A caller's position in the change feed. */
export interface ChangePosition {
  /** Id of the feed. It changes after the database was restored from a backup. */
  readonly feed: string;
  /** The caller's permissions when the token was issued. Other permissions would have shown other records. */
  readonly view: string;
  readonly transaction: bigint;
  readonly recordId: number;
  /** The last purged transaction when the caller began. The caller never saw the changes up to it. */
  readonly known: bigint;
}

export const writeToken = ({ feed, view, transaction, recordId, known }: ChangePosition): string =>
  Buffer.from([feed, view, transaction, recordId, known].join(' ')).toString('base64url');

/** @returns undefined for a malformed token */
export function readToken(token: string): ChangePosition | undefined {
  const text = Buffer.from(token, 'base64url').toString();
  const [, feed, view, transaction, recordId, known] =
    /^([0-9a-f-]{36}) (\S+) (\d{1,19}) (\d{1,10}) (\d{1,19})$/.exec(text) ?? [];
  if (feed === undefined || view === undefined || transaction === undefined || known === undefined) return undefined;
  return { feed, view, transaction: BigInt(transaction), recordId: Number(recordId), known: BigInt(known) };
}
