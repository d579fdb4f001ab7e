/** The statuses that clients can set. `trash` is not among them: only DELETE puts a record there (calendar-behaviour §5.4, §7.3). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type PublicationStatus = (typeof STATUSES)[number];

export const isStatus = (text: unknown): text is PublicationStatus => STATUSES.some((status) => status === text);

interface StatusRequest {
  /** The requested status; absent when a partial update does not mention it. */
  readonly requested?: PublicationStatus | undefined;
  /** The present status; absent on create. */
  readonly current?: PublicationStatus | undefined;
  readonly mayPublish: boolean;
  /** Publication date, past or future; null while the record has none. */
  readonly publishedAt: Date | null;
  readonly now: Date;
}

const MINUTE = 60_000;

/**
 * The status that a record gets (calendar-behaviour §7.3). By default, new records are published if the caller may publish, and otherwise drafts.
 * A request to publish without that right gives `pending`. A date a minute or more ahead turns `publish` into `future`; an earlier one turns `future`
 * into `publish`. The access rules decide who may change a published record at all.
 */
export function resolveStatus({ requested, current, mayPublish, publishedAt, now }: StatusRequest): PublicationStatus {
  const status = requested ?? current ?? (mayPublish ? 'publish' : 'draft');
  if (status !== 'publish' && status !== 'future') return status;
  if (!mayPublish && requested !== undefined) return 'pending';
  const isAhead = publishedAt !== null && publishedAt.getTime() - now.getTime() >= MINUTE;
  return isAhead ? 'future' : 'publish';
}
