import type { RecordHead } from '../../domain/records/record';
import type { RenderedText } from '../../domain/rendering/rendered-text';
import type { WallClock } from '../../domain/time-zones/wall-clock';

/** Whether an event takes place (calendar-behaviour §10, "Event status"). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** An event as the database has it. Clocks are in the event's own zone. */
export interface EventRow extends RecordHead {
  parentId: number | null;
  title: string;
  excerpt: string;
  excerptRendered: RenderedText | null;
  timezone: string;
  allDay: boolean;
  startsLocal: WallClock;
  endsLocal: WallClock;
  /** Seconds since 1970. */
  startsAt: number;
  endsAt: number;
  cost: string[];
  website: string;
  showMap: boolean;
  showMapLink: boolean;
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  passwordHash: string | null;
  /** Whose start and end the row shows; null for a series that no longer takes place when it begins. */
  occurrenceId: number | null;
  /** As RFC 5545 writes it, without its name. */
  rrule: string | null;
  exdates: WallClock[];
  rdates: WallClock[];
  /** The series that this one was split off, or, with `recurrenceStart`, whose occurrence it replaces. */
  seriesId: number | null;
  recurrenceStart: WallClock | null;
  /** Up to when the occurrences of a series are written that goes on after that. */
  expandedUntil: Date | null;
  /** By which calendar programs know the event. */
  uid: string;
  /** How often it changed in a way that they tell their users. */
  sequence: number;
  eventStatus: EventStatus;
  eventStatusReason: string;
  /** Has tickets. */
  ticketed: boolean;
  /** From the point that a list was asked for, in the service's unit; absent everywhere else. */
  distance?: number;
}
