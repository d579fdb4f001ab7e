import { Injectable } from '@nestjs/common';
import { EventLinks } from '../../records/event-links';
import { TermsRepository } from '../terms/terms.repository';
import { TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { ORGANIZER } from '../organizers/organizer.kind';
import { VENUE } from '../venues/venue.kind';
import type { EventRow } from './event-row';
import type { FullEvent } from './full-event';

/** Loads the records shown inside events: three queries for any number of events, and one more when some have tickets. */
@Injectable()
export class EventReading {
  constructor(
    private readonly links: EventLinks,
    private readonly terms: TermsRepository,
    private readonly tickets: TicketsRepository,
  ) {}

  async complete(rows: readonly EventRow[]): Promise<FullEvent[]> {
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return [];
    const venues = await this.links.ofEvents(VENUE, ids);
    const organizers = await this.links.ofEvents(ORGANIZER, ids);
    const terms = await this.terms.ofEvents(ids);
    const tickets = await this.tickets.figuresOf(rows.filter(({ ticketed }) => ticketed).map(({ id }) => id));
    return rows.map((row) => ({
      row,
      venues: venues.get(row.id) ?? [],
      organizers: organizers.get(row.id) ?? [],
      terms: terms.get(row.id) ?? [],
      tickets: tickets.get(row.id) ?? [],
    }));
  }
}
