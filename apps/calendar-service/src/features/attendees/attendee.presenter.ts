import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Actor, isAnonymous } from '@almanac/auth';
import { each, FLAG, NamedSchema, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { COST_DETAILS } from '../../calendar/cost/cost';
import { type Price, isFree } from '../../calendar/tickets/ticket';
import { ticketCost } from '../../calendar/tickets/ticket-cost';
import { CLOCK_OR_NONE, IDS, URLS } from '../../calendar/tickets/ticketing.schema';
import type { WallClock } from '../../calendar/time-zones/wall-clock';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { clocksOf } from '../events/presenter/event-members';
import { EventRow } from '../events/rows/event-row';

export const STATUSES = ['going', 'cancelled'] as const;
export type AttendeeStatus = (typeof STATUSES)[number];

/** A place at an event as the database stores it. The price is that of the time of the reservation. */
export interface Attendee extends Price {
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

const ATTENDEE = {
  ...IDS,
  ticket: { ...WHOLE, description: 'Id of the ticket' },
  occurrence_date: {
    ...CLOCK_OR_NONE,
    description: 'When the occurrence begins that the place is for; null for the event as a whole',
  },
  ...each(TEXT, 'name', 'email'),
  quantity: { ...WHOLE, description: 'How many places; always one' },
  status: { ...TEXT, enum: STATUSES },
  cost: { ...TEXT, description: 'The price of the day on which the place was taken' },
  cost_details: COST_DETAILS,
  reserved: { ...FLAG, description: 'Whether there is something to pay, which happens elsewhere' },
  checked_in: FLAG,
  checked_in_at: { ...CLOCK_OR_NONE, description: 'On the clock of the event' },
  checked_in_at_utc: { ...CLOCK_OR_NONE, description: 'In UTC' },
  date: { ...WALL_CLOCK, description: 'On the clock of the site' },
  date_utc: { ...WALL_CLOCK, description: 'In UTC' },
  urls: URLS,
};

/** The answer of `AttendeePresenter`. */
export const ATTENDEE_SCHEMA = new NamedSchema('Attendee', record(ATTENDEE));

/** The answer to a new reservation. */
export const NEW_ATTENDEE_SCHEMA = new NamedSchema(
  'NewAttendee',
  record({
    ...ATTENDEE,
    cancel_token: { ...TEXT, description: 'Reads and cancels the place; no other answer contains it' },
  }),
);

@Injectable()
export class AttendeePresenter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  present(attendee: Attendee, event: EventRow) {
    const up = `${apiRoot(this.settings)}/events/${event.id}`;
    return {
      id: attendee.id,
      event: event.id,
      ticket: attendee.ticketId,
      occurrence_date: attendee.occurrence,
      name: attendee.name,
      email: attendee.email,
      quantity: 1,
      status: attendee.status,
      ...ticketCost([attendee], this.settings.currency),
      // There is no payment: a place with a price is only reserved.
      reserved: !isFree(attendee),
      checked_in: attendee.checkedInAt !== null,
      ...clocksOf('checked_in_at', attendee.checkedInAt, event.timezone),
      ...clocksOf('date', attendee.createdAt, this.settings.siteZone),
      urls: { self: `${up}/attendees/${attendee.id}`, collection: `${up}/attendees`, up },
    };
  }
}
