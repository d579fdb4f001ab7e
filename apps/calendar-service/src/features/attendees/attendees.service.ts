import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { requireMatch, versioned } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { collectionParameters } from '../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../calendar/lists/list-answer';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import { mayUpdate, refuse } from '../../records/access/rights';
import { EventAccess } from '../events/event-access';
import type { EventRow } from '../events/event-row';
import { type Attendee, isTheirs } from './attendee';
import { AttendeeFilters } from './listing/attendee-filters';
import { AttendeePresenter } from './attendee.presenter';
import { CancelAttendeeDto, ReadAttendeeDto } from './attendees.dto';
import { AttendeeListing } from './listing/attendees.listing';
import { AttendeesRepository } from './attendees.repository';

const LIST_PARAMETERS = ['ticket', 'status', 'checked_in', 'search'];

/** Reads and changes attendees. Callers who may change the event see all of them; others only the places that they took. */
@Injectable()
export class AttendeesService {
  constructor(
    private readonly database: Database,
    private readonly access: EventAccess,
    private readonly filters: AttendeeFilters,
    private readonly attendees: AttendeesRepository,
    private readonly listing: AttendeeListing,
    private readonly presenter: AttendeePresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(eventId: number, input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { event, filter, cursors } = await this.filters.read(eventId, input, actor);
    const page = await this.listing.fetch(filter);
    requirePage(page, 'attendee');
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/${eventId}/attendees/`,
      name: 'attendees',
      records: page.rows.map((attendee) => this.presenter.present(attendee, event)),
      page,
      cursors,
      parameters: { ...sentParameters(input, LIST_PARAMETERS), ...collectionParameters(input) },
    });
  }

  async read(eventId: number, id: number, input: object, actor: Actor) {
    const { cancel_token: token } = checkedParameters(ReadAttendeeDto, input);
    const event = await this.access.named(eventId, actor);
    return this.version(await this.theirs(event, id, actor, token), event);
  }

  /** Cancels a place, or removes the attendee with `force`, which takes the right to change the event. */
  async cancel(eventId: number, id: number, input: object, actor: Actor) {
    const { cancel_token: token, force = false } = checkedParameters(CancelAttendeeDto, input);
    const event = await this.access.named(eventId, actor);
    if (force && !mayUpdate(actor, 'event', event)) refuse(actor);
    await this.theirs(event, id, actor, token);
    return this.changing(event, id, async (attendee) => {
      if (force) await this.attendees.remove(attendee);
      else if (attendee.status === 'cancelled')
        throw new Problem(410, 'The place is already cancelled', { code: 'attendee-is-cancelled' });
      else if (attendee.checkedInAt) conflict('attendee-is-checked-in', 'The attendee has arrived');
      else await this.attendees.cancel(attendee);
    });
  }

  async checkIn(eventId: number, id: number, actor: Actor) {
    return this.changing(await this.access.toManage(eventId, actor), id, async (attendee) => {
      if (attendee.status === 'cancelled') conflict('attendee-is-cancelled', 'The place was cancelled');
      if (attendee.checkedInAt) conflict('attendee-is-checked-in', 'The attendee has already arrived');
      await this.attendees.checkIn(attendee);
    });
  }

  async undoCheckIn(eventId: number, id: number, actor: Actor) {
    return this.changing(await this.access.toManage(eventId, actor), id, async (attendee) => {
      if (!attendee.checkedInAt) conflict('attendee-is-not-checked-in', 'The attendee has not arrived');
      await this.attendees.undoCheckIn(attendee);
    });
  }

  private version(attendee: Attendee, event: EventRow) {
    return versioned(this.presenter.present(attendee, event));
  }

  /** Callers without access get the same error whether or not the attendee exists. */
  private async theirs(event: EventRow, id: number, actor: Actor, token: string | undefined): Promise<Attendee> {
    const attendee = await this.attendees.find(event.id, id);
    if (mayUpdate(actor, 'event', event)) return attendee ?? unknownAttendee(id);
    return attendee && isTheirs(attendee, actor, token) ? attendee : refuse(actor);
  }

  /** Runs `work` on a locked attendee. Answers with the attendee after it, or as it was when it is removed. */
  private changing(event: EventRow, id: number, work: (attendee: Attendee) => Promise<void>) {
    return this.database.transaction(async () => {
      const attendee = (await this.attendees.lock(event.id, id)) ?? unknownAttendee(id);
      await requireMatch(() => this.version(attendee, event));
      await work(attendee);
      return this.version((await this.attendees.find(event.id, id)) ?? attendee, event);
    });
  }
}

function unknownAttendee(id: number): never {
  throw new Problem(404, `The event has no attendee with ID ${id}.`, { code: 'rest-attendee-not-found' });
}

function conflict(code: string, message: string): never {
  throw new Problem(409, message, { code });
}
