import { type Actor, CurrentActor, isAnonymous } from '@almanac/auth';
import { invalid, Problem } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Param, Query, Render, Req, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import { saleState } from '../../../calendar/tickets/sale';
import type { Ticket } from '../../../calendar/tickets/ticket';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { SETTINGS, type Settings } from '../../../config';
import { CalendarPage } from '../../../web/reader.guard';
import { AttendeesService } from '../../attendees/attendees.service';
import { ReservationsService } from '../../attendees/reservations.service';
import type { EventRow } from '../../events/rows/event-row';
import { isSeries } from '../../events/series/series-row';
import { ticketOffer, ownTimes } from '../events/event-facts';
import { eventPath } from '../events/event-site-presenter';
import { EventSurroundings } from '../events/event-surroundings';
import { OpenedEvents } from '../events/opened-events';
import { CALENDAR_LAYOUT } from '../html-head';

const MAX_TICKETS = 50;
/** Later ones are booked closer to their date. */
const MAX_OCCURRENCES = 30;

/** The data of the form that takes a place. */
@Injectable()
export class PlacesSitePresenter {
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
      tickets: tickets.map((ticket) => ticketOffer(ticket, row, this.settings)),
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

/** Takes and cancels places of an event, on pages of their own, so that the page of the event contains no form. */
@CalendarPage('event/:slug/places')
export class PlacesSiteController {
  constructor(
    private readonly opened: OpenedEvents,
    private readonly presenter: PlacesSitePresenter,
    private readonly reservations: ReservationsService,
    private readonly attendees: AttendeesService,
  ) {}

  @Get()
  @Render('features/site/places/places')
  async form(@Param('slug') slug: string, @CurrentActor() actor: Actor, @Req() request: Request) {
    const { row } = await this.event(slug, actor, request);
    const name = isAnonymous(actor) ? '' : actor.name;
    return { ...CALENDAR_LAYOUT, width: 'wide', ...(await this.presenter.data(row, actor)), ...titleOf(row), name };
  }

  @PostForm()
  async take(
    @Param('slug') slug: string,
    @Input() { ticket, name, email, occurrence_date: date }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { row } = await this.event(slug, actor, request);
    const isForDate = await this.presenter.isForDate(row, ticket);
    const input = { ticket, name, email, ...(isForDate && date !== '' && { occurrence_date: date }) };
    const reserved = await this.atForm(() =>
      this.reservations.reserve(row.id, input, actor, this.opened.proofs(request)),
    );
    const { id, cancel_token: token } = await reserved.show();
    notify(request, 'You have a place.');
    const secret = isAnonymous(actor) ? `?cancel_token=${token}` : '';
    return { url: `${eventPath(row)}places/${id}${secret}` };
  }

  @Get(':id')
  @Render('features/site/places/place')
  async place(
    @Param('slug') slug: string,
    @PathId() id: number,
    @Query('cancel_token') token: unknown,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ) {
    const { row } = await this.event(slug, actor, request);
    const place = await (await this.attendees.read(row.id, id, secretOf(token), actor)).show();
    return { ...CALENDAR_LAYOUT, width: 'wide', ...titleOf(row), place, isSecret: typeof token === 'string' };
  }

  @PostForm(':id')
  async cancel(
    @Param('slug') slug: string,
    @PathId() id: number,
    @Query('cancel_token') token: unknown,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { row } = await this.event(slug, actor, request);
    await this.attendees.cancel(row.id, id, secretOf(token), actor);
    notify(request, 'Your place is cancelled.');
    return { url: request.originalUrl };
  }

  private async event(slug: string, actor: Actor, request: Request) {
    return (await this.opened.show({ slug }, undefined, actor, request)).event;
  }

  /** Shows a conflict, such as a ticket that is sold out, at the form with the typed values. */
  private async atForm<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof Problem && failure.status === 409) invalid({ ticket: [`${failure.message}.`] });
      throw failure;
    }
  }
}

const titleOf = (row: { id: number; slug: string; title: string }) => ({
  title: `Places: ${row.title}`,
  path: eventPath(row),
});

const secretOf = (token: unknown): object => (typeof token === 'string' ? { cancel_token: token } : {});
