import { instantOf, wallOf } from '../dates/date-reading';
import { parseDateText } from '../dates/parse-date-text';
import { toInstant, toWallClock } from '../time-zones/conversion';
import { type TimeZone, UTC } from '../time-zones/time-zone';

interface PublicationDateInput {
  readonly date?: string | undefined;
  readonly date_utc?: string | undefined;
}

interface PublicationDateContext {
  readonly siteZone: TimeZone;
  /** Zone of the event in the request; it only decides which day `tomorrow` is. */
  readonly eventZone?: TimeZone | undefined;
  readonly now: Date;
}

type PublicationDateResult =
  { readonly publishedAt: Date | undefined } | { readonly refused: readonly ('date' | 'date_utc')[] };

/**
 * Reads the publication date (calendar-behaviour §7.3): `date` is the clock of the site, `date_utc` UTC; one follows from the other.
 * If both are sent, `date_utc` counts, because it cannot be misunderstood.
 * @returns undefined as `publishedAt` when neither is sent
 */
export function readPublicationDate(
  { date, date_utc }: PublicationDateInput,
  context: PublicationDateContext,
): PublicationDateResult {
  const { siteZone, eventZone = siteZone, now } = context;
  const local = date === undefined ? undefined : parseDateText(date, eventZone, now);
  const utc = date_utc === undefined ? undefined : parseDateText(date_utc, UTC, now);
  const refused = [
    ...(date !== undefined && !local ? (['date'] as const) : []),
    ...(date_utc !== undefined && !utc ? (['date_utc'] as const) : []),
  ];
  if (refused.length > 0) return { refused };
  if (utc) return { publishedAt: instantOf(utc, UTC) };
  return { publishedAt: local && toInstant(wallOf(local, siteZone), siteZone) };
}

/** The date of records without a publication date, that is drafts and pending ones (calendar-behaviour §0). */
export const NO_DATE = '0000-00-00 00:00:00';

/**
 * Both publication dates, as records show them.
 * @param publishedAt null for a record without a publication date
 * @param lastChange shown as the local date in that case
 */
export function publicationDates(
  publishedAt: Date | null,
  lastChange: Date,
  siteZone: TimeZone,
): { date: string; date_utc: string } {
  if (publishedAt === null) return { date: toWallClock(lastChange, siteZone), date_utc: NO_DATE };
  return { date: toWallClock(publishedAt, siteZone), date_utc: toWallClock(publishedAt, UTC) };
}
