import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Actor, isAnonymous } from '@almanac/auth';
import type { TicketPrice } from '../../calendar/tickets/ticket';
import type { WallClock } from '../../calendar/time-zones/wall-clock';

export const ATTENDEE_STATUSES = ['going', 'cancelled'] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

/** A place at an event as the database stores it. The price is that of the time of the reservation. */
export interface Attendee extends TicketPrice {
  id: number;
  eventId: number;
  ticketId: number;
  /** The user who took the place; null for anonymous callers. */
  userId: number | null;
  name: string;
  email: string;
  status: AttendeeStatus;
  /** Start of the occurrence that the place is for, on the event's clock; null for the event as a whole. */
  occurrence: WallClock | null;
  cancelTokenHash: string;
  checkedInAt: Date | null;
  createdAt: Date;
}

/** Whether the caller took this place: as the same user, or proved by its cancel token. */
export function isTheirs({ userId, cancelTokenHash }: Attendee, actor: Actor, token: string | undefined): boolean {
  return (!isAnonymous(actor) && userId === actor.id) || (token !== undefined && isCancelToken(token, cancelTokenHash));
}

/** A secret that proves that its holder took the place. With 144 random bits it needs no slow hash. */
export const newCancelToken = (): string => randomBytes(18).toString('base64url');

export const hashCancelToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const isCancelToken = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashCancelToken(token)), Buffer.from(hash));
