import { type Actor, isAnonymous } from '@almanac/auth';
import type { Price } from '../../domain/tickets/ticket';
import type { WallClock } from '../../domain/time-zones/wall-clock';
import { isCancelToken } from './cancel-token';

export const STATUSES = ['going', 'cancelled'] as const;
export type AttendeeStatus = (typeof STATUSES)[number];

/** Someone's place at an event as the database has it. The price is that of the day on which it was taken. */
export interface Attendee extends Price {
  id: number;
  eventId: number;
  ticketId: number;
  /** Who took the place; null for strangers. */
  userId: number | null;
  name: string;
  email: string;
  status: AttendeeStatus;
  /** When the occurrence begins that the place is for, on the event's clock; null for the event as a whole. */
  occurrence: WallClock | null;
  cancelTokenHash: string;
  checkedInAt: Date | null;
  createdAt: Date;
}

/** Whether the caller took this place: as themselves, or with the token that whoever did was given. */
export function isTheirs({ userId, cancelTokenHash }: Attendee, actor: Actor, token: string | undefined): boolean {
  return (!isAnonymous(actor) && userId === actor.id) || (token !== undefined && isCancelToken(token, cancelTokenHash));
}
