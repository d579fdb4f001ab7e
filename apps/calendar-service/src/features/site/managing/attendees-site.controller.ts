import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { Input, type RawInput, sendStream } from '@almanac/http';
import { nameOf, type Next, notify, PostForm } from '@almanac/web';
import { Get, Render, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import { idOf } from '../../../calendar/parameters/references';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { MemberPage } from '../../../web/reader.guard';
import { AttendeeExport } from '../../attendees/attendee-export';
import { AttendeesService } from '../../attendees/attendees.service';
import { EventAccess } from '../../events/event-access';
import { CALENDAR_LAYOUT } from '../html-head';
import { recordPath } from '../record-paths';
import { batchNumberOf, pagerOf } from '../views/view-request';

const PER_PAGE = 50;
const MAX_TICKETS = 200;

/** The choices of the list, as parameters of the API. */
const SHOWN = [
  { value: '', label: 'All', filter: {} },
  { value: 'going', label: 'Coming', filter: { status: 'going' } },
  { value: 'expected', label: 'Not arrived yet', filter: { status: 'going', checked_in: 'false' } },
  { value: 'arrived', label: 'Arrived', filter: { checked_in: 'true' } },
  { value: 'cancelled', label: 'Cancelled', filter: { status: 'cancelled' } },
];

/** The attendees of an event, for those who may change it. */
@MemberPage('events/community/attendees/:id')
export class AttendeesSiteController {
  constructor(
    private readonly access: EventAccess,
    private readonly attendees: AttendeesService,
    private readonly exports: AttendeeExport,
    private readonly tickets: TicketsRepository,
  ) {}

  @Get()
  @Render('features/site/managing/attendees')
  async list(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    const event = await this.access.getChangeable(id, actor);
    const batch = batchNumberOf(input['page']);
    const { chosen, filter } = readFilter(input);
    const { page } = await this.attendees.find(id, { ...filter, page: batch, per_page: PER_PAGE }, actor);
    const tickets = await this.tickets.ofEvent(id, MAX_TICKETS);
    const query = (more: Record<string, string>) => String(new URLSearchParams({ ...chosen, ...more }));
    const path = pathOf(id);
    return {
      ...CALENDAR_LAYOUT,
      ...{ title: 'Attendees', path, chosen, choices: SHOWN, rows: page.rows, total: page.total },
      crumbs: [
        { name: 'Calendar', path: '/events' },
        { name: event.title, path: recordPath('event', event) },
      ],
      exportPath: `${path}/csv?${query({})}`,
      ticketNames: new Map(tickets.map((ticket) => [ticket.id, ticket.name])),
      taken: tickets.reduce((sum, { sold }) => sum + sold, 0),
      arrived: tickets.reduce((sum, { checkedIn }) => sum + checkedIn, 0),
      pager: pagerOf(batch, page.total, PER_PAGE, (more) => `${path}?${query(more)}`),
    };
  }

  /** The buttons of the list, and that of the page which asks before it cancels. The field is the name of the change, its value the attendee. */
  @PostForm()
  async change(
    @PathId() id: number,
    @Input() { check_in, undo, cancel }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    await this.access.getChangeable(id, actor);
    const attendee = idOf(check_in ?? undo ?? cancel) ?? notFound('Attendee');
    try {
      const changed =
        cancel !== undefined
          ? await this.attendees.cancel(id, attendee, {}, actor)
          : await this.attendees[check_in === undefined ? 'undoCheckIn' : 'checkIn'](id, attendee, actor);
      const { name, status, checked_in: isHere } = await changed.show();
      const news = status === 'cancelled' ? 'no longer has a place' : isHere ? 'has arrived' : 'has not arrived';
      notify(request, `${nameOf(name)} ${news}.`);
    } catch (failure) {
      // Somebody else has checked the same attendee in, or cancelled the place, a moment before.
      if (!(failure instanceof Problem && [409, 410].includes(failure.status))) throw failure;
      notify(request, `${failure.message}.`);
    }
    return { url: `${request.originalUrl}#attendee-${attendee}` };
  }

  @Get('csv')
  async csv(@PathId() id: number, @Input() input: RawInput, @CurrentActor() actor: Actor, @Res() response: Response) {
    await this.access.getChangeable(id, actor);
    const { headers, lines } = await this.exports.csv(id, readFilter(input).filter, actor);
    await sendStream(response.set(headers), lines);
  }

  @Get('cancel/:attendeeId')
  @Render('features/site/managing/ask')
  async ask(@PathId() id: number, @PathId('attendeeId') attendee: number, @CurrentActor() actor: Actor) {
    await this.access.getChangeable(id, actor);
    const { name } = await (await this.attendees.read(id, attendee, {}, actor)).show();
    return {
      ...CALENDAR_LAYOUT,
      ...{ width: 'narrow', title: 'Cancel the place', button: 'Cancel the place', what: 'place of', name },
      ...{ fate: 'becomes free for others', says: ['The calendar sends no message about it.'] },
      field: { name: 'cancel', value: attendee },
      back: { path: pathOf(id), label: 'Back to the attendees' },
    };
  }
}

const pathOf = (event: number): string => `/events/community/attendees/${event}`;

/** The choices in an address, and the parameters of the API for them. */
function readFilter({ search, show }: RawInput) {
  const text = typeof search === 'string' && search !== '' ? { search } : {};
  const shown = SHOWN.find(({ value }) => value !== '' && value === show);
  return { chosen: { ...text, ...(shown && { show: shown.value }) }, filter: { ...text, ...shown?.filter } };
}
