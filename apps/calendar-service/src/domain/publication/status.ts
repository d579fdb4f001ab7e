/** What a record can be set to. `trash` is not among them: only DELETE puts a record there (calendar-behaviour §5.4, §7.3). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type Status = (typeof STATUSES)[number];

export const isStatus = (text: unknown): text is Status => STATUSES.some((status) => status === text);

export interface StatusRequest {
  /** As asked for; absent on a partial update that does not mention it. */
  readonly wanted?: Status | undefined;
  /** What the record has now; absent on create. */
  readonly current?: Status | undefined;
  readonly mayPublish: boolean;
  /** When the record is or was published; null while it has no date of its own. */
  readonly publishedAt: Date | null;
  readonly now: Date;
}

const MINUTE = 60_000;

/**
 * The status that a record gets (calendar-behaviour §7.3). New records are published by those who may and drafts of the others, whose wish to publish makes
 * them pending. Published with a date a minute or more ahead is `future`; `future` with a date that is no longer ahead is published.
 * Without the right, nothing becomes public and nothing public is re-dated; who may touch a published record at all is for the access rules to say.
 */
export function resolveStatus({ wanted, current, mayPublish, publishedAt, now }: StatusRequest): Status {
  const status = wanted ?? current ?? (mayPublish ? 'publish' : 'draft');
  if (status !== 'publish' && status !== 'future') return status;
  if (!mayPublish && wanted !== undefined) return 'pending';
  const isAhead = publishedAt !== null && publishedAt.getTime() - now.getTime() >= MINUTE;
  return isAhead ? 'future' : 'publish';
}
