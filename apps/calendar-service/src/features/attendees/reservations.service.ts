import { type Actor, isAnonymous } from '@almanac/auth';
import { isUniqueViolation } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { versionedAnswer } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { refuseInvalid, refuseMissing, refuseParameter } from '../../calendar/parameters/parameter-faults';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import { refuseSale, saleState } from '../../calendar/tickets/sale';
import type { Ticket } from '../../calendar/tickets/ticket';
import { TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { EventAccess } from '../events/event-access';
import type { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { occurrenceRef, SeriesScopes } from '../events/series/series-scopes';
import { AttendeePresenter } from './attendee.presenter';
import { type Attendee, hashCancelToken, newCancelToken } from './attendee';
import { CreateAttendeeDto } from './attendees.dto';
import { AttendeesRepository, type NewAttendee, ONE_PLACE_EACH } from './attendees.repository';
import { isSeries } from '../events/series/series-row';
import { EventRow } from '../events/rows/event-row';

/** Reserves places. All callers who may read the event may do so, also anonymous ones. */
@Injectable()
export class ReservationsService {
  constructor(
    private readonly access: EventAccess,
    private readonly tickets: TicketsRepository,
    private readonly scopes: SeriesScopes,
    private readonly attendees: AttendeesRepository,
    private readonly presenter: AttendeePresenter,
  ) {}

  /**
   * @param proofs of passwords that the caller gave before
   * @returns the attendee with its cancel token, which no other answer has
   */
  async reserve(eventId: number, input: object, actor: Actor, proofs?: readonly string[]) {
    const { ticket: ticketId, name, email, password, ...part } = checkedParameters(CreateAttendeeDto, input);
    const event = await this.access.getReadable({ id: eventId }, actor, { password, context: 'edit', proofs });
    const ticket = await this.requestedTicket(eventId, ticketId);
    const occurrence = await this.occurrence(event, ticket, part);
    const endsAt = occurrence ? new Date(occurrence.endsAt * 1_000) : ticket.eventEndsAt;
    const state = saleState({ ...ticket, eventEndsAt: endsAt }, event, new Date());
    // `soldOut` may be outdated: only the statement that takes the place knows whether one is left.
    if (state !== 'open' && state !== 'soldOut') refuseSale(state);
    const token = newCancelToken();
    const userId = isAnonymous(actor) ? null : actor.id;
    const attendee = await this.takePlace(ticket, {
      userId,
      name,
      email,
      cancelTokenHash: hashCancelToken(token),
      occurrence: occurrence?.startsLocal ?? null,
    });
    const presented = this.presenter.present(attendee, event);
    return versionedAnswer(presented).as(() => ({ ...presented, cancel_token: token }));
  }

  /** Without a ticket in the request, the only free ticket of the event is the RSVP. */
  private async requestedTicket(eventId: number, ticketId: number | undefined): Promise<Ticket> {
    if (ticketId !== undefined)
      return (
        (await this.tickets.find(eventId, ticketId)) ??
        refuseInvalid('ticket', 'ticket must be the id of a ticket of this event.')
      );
    const [ticket, another] = await this.tickets.freeOnes(eventId);
    if (another) refuseMissing('ticket');
    return ticket ?? noRsvp();
  }

  /** The occurrence that the place is for; undefined for a ticket of the event as a whole. */
  private async occurrence(event: EventRow, ticket: Ticket, part: OccurrenceDto): Promise<EventRow | undefined> {
    const ref = occurrenceRef(event, part);
    if (!ticket.perOccurrence) {
      const name = 'occurrence_id' in part ? 'occurrence_id' : 'occurrence_date';
      return ref && refuseParameter(name, 'The ticket is for the event as a whole, not for one occurrence.');
    }
    if (ref) return this.scopes.occurrence(event, ref);
    return isSeries(event) ? refuseMissing('occurrence_date') : event;
  }

  private async takePlace(ticket: Ticket, person: NewAttendee): Promise<Attendee> {
    try {
      const attendee = await (person.occurrence === null
        ? this.attendees.take(ticket, person)
        : this.attendees.takeAt(ticket, person));
      if (attendee) return attendee;
    } catch (failure) {
      if (isUniqueViolation(failure, ONE_PLACE_EACH)) isGoingAlready();
      throw failure;
    }
    if (await this.attendees.isGoing(ticket, person)) isGoingAlready();
    return refuseSale('soldOut');
  }
}

function noRsvp(): never {
  throw new Problem(409, 'The event has no free ticket. Send the id of another ticket, if it has one.', {
    code: 'event-without-rsvp',
  });
}

function isGoingAlready(): never {
  throw new Problem(409, 'This e-mail address has a place already', {
    type: 'already-exists',
    code: 'attendee-exists',
  });
}
