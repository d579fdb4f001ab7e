import { instantOf, wallOf } from '../dates/date-reading';
import { parseDateText } from '../dates/parse-date-text';
import { toInstant, toWallClock } from '../time-zones/conversion';
import { type TimeZone, UTC } from '../time-zones/time-zone';
import { wallClock, type WallClock } from '../time-zones/wall-clock';
import type { GivenStatus, Status } from './record';

/** What a caller says about a record's publication. */
export interface PublicationInput {
  status?: GivenStatus | undefined;
  /** Accepted date text. */
  date?: string | undefined;
  date_utc?: string | undefined;
}

/** A record's publication; `at` is undefined for what never was to be published. */
export interface Publication {
  status: Status;
  local: WallClock;
  at: Date | undefined;
}

export interface PublicationSetting {
  siteZone: TimeZone;
  /** Where words like "today" are looked up. */
  zone: TimeZone;
  now: Date;
  mayPublish: boolean;
}

/** A publication date this far ahead makes a published record a future one (calendar-behaviour §7.3). */
const AHEAD_MS = 60_000;

/**
 * The publication of a new record, or of a changed one when `current` is given: what is not said stays (calendar-behaviour §7.3).
 * Without the publish right `publish` and `future` become `pending`, and a new record starts as a draft.
 */
export function publicationOf(input: PublicationInput, setting: PublicationSetting, current?: Publication): Publication {
  const asked = input.status ?? current?.status ?? (setting.mayPublish ? 'publish' : 'draft');
  const allowed = input.status === undefined && current ? asked : scaledBack(asked, setting.mayPublish);
  const { local, at } = givenDate(input, setting) ?? (current?.at ? current : dateOfUndated(allowed, setting));
  return { status: dueStatus(allowed, at, setting.now), local, at };
}

const scaledBack = (status: Status, mayPublish: boolean): Status =>
  !mayPublish && (status === 'publish' || status === 'future') ? 'pending' : status;

/** One date gives the other through the site's zone; when both are sent, both are taken. */
function givenDate(input: PublicationInput, { siteZone, zone, now }: PublicationSetting): Pick<Publication, 'local' | 'at'> | undefined {
  const local = input.date === undefined ? undefined : parseDateText(input.date, zone, now);
  const utc = input.date_utc === undefined ? undefined : parseDateText(input.date_utc, UTC, now);
  const at = utc && instantOf(utc, UTC);
  if (local) return { local: wallOf(local, siteZone), at: at ?? instantOf(local, siteZone) };
  return at && { local: toWallClock(at, siteZone), at };
}

function dateOfUndated(status: Status, { siteZone, now }: PublicationSetting): Pick<Publication, 'local' | 'at'> {
  const local = toWallClock(now, siteZone);
  return { local, at: status === 'draft' || status === 'pending' ? undefined : toInstant(local, siteZone) };
}

function dueStatus(status: Status, at: Date | undefined, now: Date): Status {
  if (status !== 'publish' && status !== 'future') return status;
  return at && at.getTime() - now.getTime() >= AHEAD_MS ? 'future' : 'publish';
}

/** The publication of a stored record. */
export const storedPublication = ({ status, date, dateUtc }: { status: Status; date: string; dateUtc: string | null }): Publication => ({
  status,
  local: wallClock(date),
  at: dateUtc === null ? undefined : new Date(`${dateUtc.replace(' ', 'T')}Z`),
});
