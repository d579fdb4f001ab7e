/** Up to where a caller has seen the changes. */
export interface ChangePosition {
  /** The feed that the other members are about; another one after the database was restored from a copy. */
  readonly feed: string;
  /** What the caller saw by; with other rights other records would have been among the changes. */
  readonly view: string;
  readonly transaction: bigint;
  readonly recordId: number;
  /** What was already forgotten when the caller began; it had never seen that. */
  readonly known: bigint;
}

export const writeToken = ({ feed, view, transaction, recordId, known }: ChangePosition): string =>
  Buffer.from([feed, view, transaction, recordId, known].join(' ')).toString('base64url');

/** @returns undefined for what is no token */
export function readToken(token: string): ChangePosition | undefined {
  const text = Buffer.from(token, 'base64url').toString();
  const [, feed, view, transaction, recordId, known] = /^([0-9a-f-]{36}) (\S+) (\d{1,19}) (\d{1,10}) (\d{1,19})$/.exec(text) ?? [];
  if (feed === undefined || view === undefined || transaction === undefined || known === undefined) return undefined;
  return { feed, view, transaction: BigInt(transaction), recordId: Number(recordId), known: BigInt(known) };
}
