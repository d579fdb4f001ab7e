import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { saleState } from '../../../calendar/tickets/sale';
import type { Ticket } from '../../../calendar/tickets/ticket';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { SETTINGS, type Settings } from '../../../config';
import type { EventRow } from '../../events/rows/event-row';
import { isSeries } from '../../events/series/series-row';
import { EventSurroundings } from '../events/event-surroundings';
import { shownTicket } from '../events/facts/shown-ticket';
import { ownTimes } from '../events/facts/shown-times';

const MAX_TICKETS = 50;
/** Later ones are booked closer to their date. */
const MAX_OCCURRENCES = 30;

/** The data of the form that takes a place. */
@Injectable()
export class PlacesPage {
  constructor(
    private readonly tickets: TicketsRepository,
    private readonly surroundings: EventSurroundings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async data(row: EventRow, actor: Actor) {
    const tickets = await this.tickets.ofEvent(row.id, MAX_TICKETS);
    const isOpen = (ticket: Ticket) => saleState(ticket, row, new Date()) === 'open';
    const hasDates = isSeries(row) && tickets.some((ticket) => ticket.perOccurrence && isOpen(ticket));
    const dates = hasDates ? await this.surroundings.upcoming(row.id, new Date(), MAX_OCCURRENCES, actor) : [];
    return {
      tickets: tickets.map((ticket) => shownTicket(ticket, row, this.settings)),
      isOpen: tickets.some(isOpen),
      // A date that another event replaces has tickets of its own.
      dates: dates
        .filter(({ id }) => id === row.id)
        .map((time) => ({ value: time.startsLocal, text: ownTimes(time).start.text })),
    };
  }

  /** Whether the chosen ticket is one of the form that is for a single date of the event. */
  async isForDate(row: EventRow, chosen: unknown): Promise<boolean> {
    const tickets = await this.tickets.ofEvent(row.id, MAX_TICKETS);
    return isSeries(row) && tickets.some(({ id, perOccurrence }) => perOccurrence && String(id) === chosen);
  }
}
