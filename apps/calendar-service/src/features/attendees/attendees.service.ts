import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { requireMatch, versionedAnswer } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { collectionParameters } from '../../calendar/lists/list-query';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../../calendar/lists/list-answer';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import { mayUpdate, refuse } from '../../records/access/rights';
import { EventAccess } from '../events/event-access';
import { AttendeePresenter } from './attendee.presenter';
import { type Attendee, isTheirs } from './attendee';
import type { EventRow } from '../events/rows/event-row';
import { AttendeeListParser, AttendeeListing } from './attendees.listing';
import { CancelAttendeeDto, ReadAttendeeDto } from './attendees.dto';
import { AttendeesRepository } from './attendees.repository';

const LIST_PARAMETERS = ['ticket', 'status', 'checked_in', 'search'];

interface Caller {
  actor: Actor;
  /** The cancel token in the request. */
  token?: string | undefined;
}

/** Reads and changes attendees. Callers who may change the event see all of them; others only the places that they took. */
@Injectable()
export class AttendeesService {
  constructor(
    private readonly database: Database,
    private readonly access: EventAccess,
    private readonly filters: AttendeeListParser,
    private readonly attendees: AttendeesRepository,
    private readonly listing: AttendeeListing,
    private readonly presenter: AttendeePresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(eventId: number, input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { page, cursors } = await this.find(eventId, input, actor);
    requirePage(page, 'attendee');
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/${eventId}/attendees/`,
      name: 'attendees',
      records: page.rows,
      page,
      cursors,
      parameters: { ...sentParameters(input, LIST_PARAMETERS), ...collectionParameters(input) },
    });
  }

  /** The attendees of a list, as answers show them. */
  async find(eventId: number, input: Record<string, unknown>, actor: Actor) {
    const { event, filter, cursors } = await this.filters.parse(eventId, input, actor);
    const page = await this.listing.fetch(filter);
    return { page: page.map((attendee) => this.presenter.present(attendee, event)), cursors };
  }

  async read(eventId: number, id: number, input: object, actor: Actor) {
    const { cancel_token: token } = checkedParameters(ReadAttendeeDto, input);
    const event = await this.access.getUnchecked(eventId, actor);
    return this.version(accessible(await this.attendees.find(eventId, id), id, event, { actor, token }), event);
  }

  /** Cancels a place, or removes the attendee with `force`, which takes the right to change the event. */
  async cancel(eventId: number, id: number, input: object, actor: Actor) {
    const { cancel_token: token, force = false } = checkedParameters(CancelAttendeeDto, input);
    const event = await this.access.getUnchecked(eventId, actor);
    if (force && !mayUpdate(actor, 'event', event)) refuse(actor);
    return this.changing(event, id, { actor, token }, async (attendee) => {
      if (force) return this.attendees.remove(attendee);
      if (attendee.status === 'cancelled')
        throw new Problem(410, 'The place is already cancelled', { code: 'attendee-is-cancelled' });
      if (attendee.checkedInAt) conflict('attendee-is-checked-in', 'The attendee has arrived');
      return this.attendees.cancel(attendee);
    });
  }

  async checkIn(eventId: number, id: number, actor: Actor) {
    const event = await this.access.getChangeable(eventId, actor);
    return this.changing(event, id, { actor }, async (attendee) => {
      if (attendee.status === 'cancelled') conflict('attendee-is-cancelled', 'The place was cancelled');
      if (attendee.checkedInAt) conflict('attendee-is-checked-in', 'The attendee has already arrived');
      return this.attendees.checkIn(attendee);
    });
  }

  async undoCheckIn(eventId: number, id: number, actor: Actor) {
    const event = await this.access.getChangeable(eventId, actor);
    return this.changing(event, id, { actor }, async (attendee) => {
      if (!attendee.checkedInAt) conflict('attendee-is-not-checked-in', 'The attendee has not arrived');
      return this.attendees.undoCheckIn(attendee);
    });
  }

  private version(attendee: Attendee, event: EventRow) {
    return versionedAnswer(this.presenter.present(attendee, event));
  }

  /** Runs `work` on a locked attendee, for callers with access to it. Answers with the attendee that `work` returns. */
  private changing(
    event: EventRow,
    id: number,
    caller: Caller,
    work: (attendee: Attendee) => Promise<Attendee | undefined>,
  ) {
    return this.database.transaction(async () => {
      const attendee = accessible(await this.attendees.lock(event.id, id), id, event, caller);
      await requireMatch(() => this.version(attendee, event));
      return this.version((await work(attendee)) ?? unknownAttendee(id), event);
    });
  }
}

/** Callers without access get the same error whether or not the attendee exists. */
function accessible(found: Attendee | undefined, id: number, event: EventRow, { actor, token }: Caller): Attendee {
  if (mayUpdate(actor, 'event', event)) return found ?? unknownAttendee(id);
  return found && isTheirs(found, actor, token) ? found : refuse(actor);
}

function unknownAttendee(id: number): never {
  throw new Problem(404, `The event has no attendee with ID ${id}.`, { code: 'rest-attendee-not-found' });
}

function conflict(code: string, message: string): never {
  throw new Problem(409, message, { code });
}
