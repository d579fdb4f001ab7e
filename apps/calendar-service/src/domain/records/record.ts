/** The three kinds of record that have an author, a status and a publication date. Terms are no records in this sense. */
export type RecordKind = 'event' | 'venue' | 'organizer';

/** Statuses that a caller may give; the trash is entered by DELETE alone. */
export const GIVEN_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export type GivenStatus = (typeof GIVEN_STATUSES)[number];
export type Status = GivenStatus | 'trash';

export const isGivenStatus = (value: unknown): value is GivenStatus => GIVEN_STATUSES.some((status) => status === value);

/** The columns that all three kinds share, as the repositories read them. Texts of dates are `YYYY-MM-DD HH:MM:SS`. */
export interface RecordHead {
  id: number;
  authorId: number;
  status: Status;
  slug: string;
  description: string;
  /** Publication date in the site's zone. */
  date: string;
  /** The same in UTC; null for what never was to be published. */
  dateUtc: string | null;
  modifiedUtc: string;
}

export const TABLES = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<RecordKind, string>;
