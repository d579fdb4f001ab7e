import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { requireMatch, versionedAnswer } from '@almanac/http';
import { fetchListing } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { collectionParameters, readCollectionQuery, readPaging } from '../../calendar/lists/list-query';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../calendar/lists/list-answer';
import { checkedParameters, readChanges, readParameters } from '../../calendar/parameters/read-parameters';
import type { Ticket } from '../../calendar/tickets/ticket';
import { TICKET_COLUMNS, TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { EventAccess } from '../events/event-access';
import type { EventRow } from '../events/rows/event-row';
import { ticketColumns } from './ticket-inputs';
import { TicketPresenter } from './ticket.presenter';
import { TicketStore, TICKET_FIELDS } from './ticket-store';
import { CreateTicketDto, DeleteTicketDto, ReadTicketDto, TicketListDto, UpdateTicketDto } from './tickets.dto';

const OLDEST_FIRST = { sort: 'id', descending: false };

/** Callers who may read an event may read its tickets; callers who may change it may change them. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly database: Database,
    private readonly access: EventAccess,
    private readonly tickets: TicketsRepository,
    private readonly store: TicketStore,
    private readonly presenter: TicketPresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(eventId: number, input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { value, faults } = readParameters(TicketListDto, input);
    const path = `events/${eventId}/tickets`;
    const list = { definition: TICKET_FIELDS, path, secret: this.settings.serviceSecret };
    const order = readCollectionQuery(TICKET_FIELDS, input, value, OLDEST_FIRST, faults);
    const { query, cursors } = readPaging(list, order, value, faults);
    faults.refuse();
    const event = await this.readable(eventId, value.password, actor);
    const page = await fetchListing(this.database, TICKET_FIELDS, query, {
      select: TICKET_COLUMNS,
      from: 'tickets ticket',
      where: (parameters) => `ticket.event_id = ${parameters.add(eventId)}`,
    });
    requirePage(page, 'ticket');
    return listAnswer({
      collection: `${apiRoot(this.settings)}/${path}/`,
      name: 'tickets',
      records: page.rows.map((ticket) => this.presenter.present(ticket, event)),
      page,
      cursors,
      parameters: { ...sentParameters(input, ['password']), ...collectionParameters(input) },
    });
  }

  async read(eventId: number, id: number, input: object, actor: Actor) {
    const { password } = checkedParameters(ReadTicketDto, input);
    const event = await this.readable(eventId, password, actor);
    return this.version(await this.get(eventId, id), event);
  }

  async create(eventId: number, input: object, actor: Actor) {
    const { value, faults } = readParameters(CreateTicketDto, input);
    faults.refuse();
    return this.database.transaction(async () => {
      const event = await this.access.lockChangeable(eventId, actor);
      const columns = ticketColumns(value, event, undefined, faults);
      faults.refuse();
      const id = await this.store.insert(eventId, columns);
      return this.version(await this.get(eventId, id), event);
    });
  }

  /** Changes only the fields that were sent, with any HTTP verb (calendar-behaviour §7.1). */
  async update(eventId: number, id: number, input: object, actor: Actor) {
    const { value, faults } = readChanges(UpdateTicketDto, input);
    faults.refuse();
    return this.changing(eventId, id, actor, async (event, ticket) => {
      // Only callers who may change the ticket see faults that follow from its stored values.
      const columns = ticketColumns(value, event, ticket, faults);
      faults.refuse();
      await this.store.update(eventId, id, columns);
      return this.version(await this.get(eventId, id), event);
    });
  }

  /** Deletes for good. @returns the ticket as it was before */
  async delete(eventId: number, id: number, input: object, actor: Actor) {
    const { force = false } = checkedParameters(DeleteTicketDto, input);
    return this.changing(eventId, id, actor, async (event, ticket) => {
      if (ticket.sold > 0 && !force)
        throw new Problem(409, `The ticket has ${ticket.sold} attendees; use force to delete them with it`, {
          type: 'in-use',
          code: 'ticket-has-attendees',
        });
      await this.store.delete(eventId, id);
      return this.version(ticket, event);
    });
  }

  /** Runs `work` with the event, the ticket and its places locked. */
  private changing<T>(
    eventId: number,
    id: number,
    actor: Actor,
    work: (event: EventRow, ticket: Ticket) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async () => {
      const event = await this.access.lockChangeable(eventId, actor);
      await this.store.lock(eventId, id);
      const ticket = await this.get(eventId, id);
      await requireMatch(() => this.version(ticket, event));
      return work(event, ticket);
    });
  }

  private version(ticket: Ticket, event: EventRow) {
    return versionedAnswer(this.presenter.present(ticket, event));
  }

  private readable(eventId: number, password: string | undefined, actor: Actor): Promise<EventRow> {
    return this.access.getReadable({ id: eventId }, actor, { password, context: 'edit' });
  }

  private async get(eventId: number, id: number): Promise<Ticket> {
    return (await this.tickets.find(eventId, id)) ?? unknownTicket(id);
  }
}

function unknownTicket(id: number): never {
  throw new Problem(404, `The event has no ticket with ID ${id}.`, { code: 'rest-ticket-not-found' });
}
