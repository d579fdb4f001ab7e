import type { RecordHead } from '../../domain/records/record';
import type { WallClock } from '../../domain/time-zones/wall-clock';

/** An event as the database has it. Clocks are in the event's own zone. */
export interface EventRow extends RecordHead {
  parentId: number | null;
  title: string;
  excerpt: string;
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
  /** From the point that a list was asked for, in the service's unit; absent everywhere else. */
  distance?: number;
}
