import type { KeptLines } from './kept-lines';
import type { WallClock } from '../time-zones/wall-clock';

/** Times of an event as in `EventDates`: both clocks and instants. All-day events end at 23:59:59 of their last day. */
export interface CalendarTimes {
  readonly start: WallClock;
  readonly end: WallClock;
  readonly startUtc: Date;
  readonly endUtc: Date;
  readonly timezone: string;
  readonly allDay: boolean;
}

/** How an event repeats, on the clock of its zone. */
export interface CalendarRecurrence {
  /** Without `RRULE:`; null when only dates are added. */
  readonly rule: string | null;
  /** Starts that are left out. */
  readonly without: readonly WallClock[];
  /** Additional starts. */
  readonly besides: readonly WallClock[];
  /** Texts of the EXRULE lines of a file (RFC 2445); absent from stored events, which have the starts in `without`. */
  readonly exrules?: readonly string[];
}

/** The occurrence of a series that an event replaces, on the clock of the series. */
export interface ReplacedOccurrence {
  readonly start: WallClock;
  readonly timezone: string;
  readonly allDay: boolean;
}

/** The content of a VEVENT. All texts but `html` are plain. */
export interface CalendarEvent {
  /** The UID of the series for an event that replaces one of its occurrences. */
  readonly uid: string;
  readonly sequence: number;
  readonly times: CalendarTimes;
  readonly recurrence?: CalendarRecurrence | undefined;
  readonly replaces?: ReplacedOccurrence | undefined;
  readonly title: string;
  /** Paragraphs are separated by blank lines; empty for none. */
  readonly description: string;
  /** The description with its markup; empty when it has none. */
  readonly html: string;
  readonly state: 'scheduled' | 'canceled' | 'postponed';
  /** Not public yet. */
  readonly isDraft: boolean;
  readonly isPrivate: boolean;
  /** One line, empty for none. */
  readonly location: string;
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly categories: readonly string[];
  readonly url: string;
  /** Address of a picture. */
  readonly image?: string | undefined;
  readonly organizer?: { readonly name: string; readonly email: string } | undefined;
  /** From an imported file. */
  readonly kept?: KeptLines | undefined;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}
