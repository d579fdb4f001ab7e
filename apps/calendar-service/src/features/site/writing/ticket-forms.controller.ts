import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { formVersion, type Next, notify, orFormAgain, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Inject, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import type { Ticket } from '../../../calendar/tickets/ticket';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { SETTINGS, type Settings } from '../../../config';
import { MemberPage } from '../../../web/reader.guard';
import { EventAccess } from '../../events/event-access';
import { isSeries } from '../../events/series/series-row';
import { TicketsService } from '../../tickets/tickets.service';
import { ticketOffer } from '../events/event-facts';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';
import { withPlainNames } from '../plain-names';
import { changedMembers } from './event-fields';

const TICKETS = 'features/site/writing/tickets';
const MAX_TICKETS = 50;
const TEXTS = ['name', 'description', 'price', 'currency', 'capacity', 'available_from', 'available_until'];

/** The fields of the form with the values of a ticket. Times are on the clock of the event. */
function ticketFields({ name, description, price, currency, ...ticket }: Ticket, timezone: string) {
  const moment = (instant: Date | null) =>
    instant === null ? '' : toWallClock(instant, storedZone(timezone)).replace(' ', 'T').replace(/:00$/, '');
  return {
    ...{ name, description, price, currency, capacity: String(ticket.capacity ?? '') },
    per_occurrence: ticket.perOccurrence ? 'on' : '',
    available_from: moment(ticket.availableFrom),
    available_until: moment(ticket.availableUntil),
  };
}

const ticketMembers = (form: RawInput): RawInput => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, form[name]])),
  per_occurrence: form['per_occurrence'] === 'on',
});

/** The tickets of an event, for those who may change it. */
@MemberPage('events/community/tickets/:id')
export class TicketFormsController {
  constructor(
    private readonly access: EventAccess,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Render(TICKETS)
  show(@PathId() id: number, @CurrentActor() actor: Actor) {
    return this.draw(id, undefined, actor);
  }

  @PostForm()
  async add(@PathId() id: number, @Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request) {
    const draw = () => this.draw(id, undefined, actor);
    await orFormAgain({ template: TICKETS, form, draw }, () =>
      this.tickets.create(id, withPlainNames(ticketMembers(form), ['name']), actor),
    );
    return told(id, request, 'The ticket is added.');
  }

  @Get(':ticketId')
  @Render(TICKETS)
  edit(@PathId() id: number, @PathId('ticketId') ticketId: number, @CurrentActor() actor: Actor) {
    return this.draw(id, ticketId, actor);
  }

  @PostForm(':ticketId')
  async save(
    @PathId() id: number,
    @PathId('ticketId') ticketId: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { timezone } = await this.access.getChangeable(id, actor);
    const read = async () => (await this.tickets.read(id, ticketId, {}, actor)).as(() => this.find(id, ticketId));
    const fieldsOf = (ticket: Ticket) => ticketFields(ticket, timezone);
    await orFormAgain({ template: TICKETS, form, draw: () => this.draw(id, ticketId, actor) }, () =>
      savedUnlessChanged({ version: form['version'], read, fieldsOf }, async (ticket) =>
        this.tickets.update(
          id,
          ticketId,
          withPlainNames(changedMembers(ticketMembers(form), ticketMembers(fieldsOf(ticket))), ['name']),
          actor,
        ),
      ),
    );
    return told(id, request, 'The ticket is saved.');
  }

  /** The page of the ticket says how many places go with it. */
  @PostForm(':ticketId/delete')
  async remove(
    @PathId() id: number,
    @PathId('ticketId') ticketId: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    await this.tickets.delete(id, ticketId, { force: true }, actor);
    return told(id, request, 'The ticket is deleted.');
  }

  private async draw(id: number, ticketId: number | undefined, actor: Actor) {
    const row = await this.access.getChangeable(id, actor);
    const tickets = await this.rows.ofEvent(id, MAX_TICKETS);
    const chosen = ticketId === undefined ? undefined : await this.find(id, ticketId);
    const fields = chosen ? ticketFields(chosen, row.timezone) : {};
    return {
      ...CALENDAR_LAYOUT,
      width: 'wide',
      title: `Tickets: ${row.title}`,
      styles: [...CALENDAR_LAYOUT.styles, 'event-form.css'],
      fields,
      chosen,
      tickets: tickets.map((ticket) => ({ ...ticketOffer(ticket, row, this.settings), sold: ticket.sold })),
      repeats: isSeries(row),
      currency: this.settings.currency.code,
      formsPath: pathOf(id),
      back: eventPath(row),
      openedVersion: chosen && formVersion(fields),
    };
  }

  private async find(id: number, ticketId: number): Promise<Ticket> {
    return (await this.rows.find(id, ticketId)) ?? notFound('Ticket');
  }
}

const pathOf = (id: number): string => `/events/community/tickets/${id}`;

function told(id: number, request: Request, notice: string): Next {
  notify(request, notice);
  return { url: pathOf(id) };
}
