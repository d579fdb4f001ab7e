import type { PersonKey } from '../people/people';

export interface DemoTicket {
  readonly name: string;
  readonly description?: string;
  readonly price?: string;
  readonly currency?: string;
  readonly capacity?: number;
  /** Names of attendees. Their addresses are made from them. */
  readonly attendees?: readonly string[];
}

/** An event as the API accepts it, but with names instead of ids. */
export interface DemoEvent {
  readonly title: string;
  readonly description: string;
  /** Local time of the event, `YYYY-MM-DD hh:mm`. */
  readonly start_date: string;
  readonly end_date: string;
  readonly by: PersonKey;
  readonly organizer: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly venue?: string;
  readonly timezone?: string;
  readonly all_day?: boolean;
  readonly cost?: string;
  readonly website?: string;
  readonly featured?: boolean;
  readonly sticky?: boolean;
  readonly status?: 'draft' | 'private';
  readonly event_status?: 'canceled' | 'postponed';
  readonly event_status_reason?: string;
  readonly rrule?: string;
  readonly exdates?: readonly string[];
  /** Name of a picture. */
  readonly picture?: string;
  readonly isProtected?: boolean;
  readonly tickets?: readonly DemoTicket[];
}

/** Fields that several events share. */
export type Shared = Pick<DemoEvent, 'by' | 'organizer' | 'categories'> & Partial<DemoEvent>;

/** From one time to another on the same day. */
export const hours = (day: string, from: string, to: string): Pick<DemoEvent, 'start_date' | 'end_date'> => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${to}`,
});

export const allDay = (first: string, last = first): Pick<DemoEvent, 'start_date' | 'end_date' | 'all_day'> => ({
  start_date: `${first} 00:00`,
  end_date: `${last} 23:59`,
  all_day: true,
});
