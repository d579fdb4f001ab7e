import type { Actor } from '@almanac/auth';
import { Problem, type ProblemType } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../records/access/record-ref';
import { inTrash } from '../../records/writing/record-trash';
import { mayRead, mayUpdate, mayUpdateSome, type Owned, refuse } from '../../records/access/rights';
import { EventLoader, EventsRepository } from './rows/events.repository';
import { EventPasswords, type Protected } from './passwords/event-passwords';
import type { EventRow } from './rows/event-row';
import { ReadEventDto } from './events.dto';

export interface EventReadOptions {
  password?: string | undefined;
  /** With `edit`, callers who may change the event need no password. */
  context?: string | undefined;
  /** Of events whose passwords the caller sent before (`EventPasswords.proofOf`). */
  proofs?: readonly string[] | undefined;
}

/** Access checks for an event, and for records that belong to it. */
@Injectable()
export class EventAccess {
  constructor(
    private readonly events: EventsRepository,
    private readonly loader: EventLoader,
    private readonly passwords: EventPasswords,
  ) {}

  /** Reasons to refuse come in the order of calendar-behaviour §5.2: unknown, in the trash, not public, locked by a password. */
  async getReadable(ref: RecordRef, actor: Actor, options: EventReadOptions): Promise<EventRow> {
    return this.requireOpen(await this.loader.get(ref), actor, options);
  }

  /** As `getReadable`, but returns the sent password without checking it: calendar files hide protected parts themselves. */
  async getExportable(ref: RecordRef, input: object, actor: Actor): Promise<{ event: EventRow; password?: string }> {
    const { password } = checkedParameters(ReadEventDto, input);
    const event = requireReadable(await this.loader.get(ref), actor);
    return { event, ...(password !== undefined && { password }) };
  }

  /** For callers who may change the event. Locks it until the open transaction ends. */
  async lockChangeable(id: number, actor: Actor): Promise<EventRow> {
    return this.requireChangeable(id, await this.events.lock({ id }), actor);
  }

  /** As `lockChangeable`, but without the lock: for actions that leave the event itself as it is. */
  async getChangeable(id: number, actor: Actor): Promise<EventRow> {
    return this.requireChangeable(id, await this.events.find({ id }), actor);
  }

  /** The event, without an access check. Only callers who may change some event learn that an id is unknown. */
  async getUnchecked(id: number, actor: Actor): Promise<EventRow> {
    return (await this.events.find({ id })) ?? this.refuseUnknown(id, actor);
  }

  private async requireOpen<Row extends Owned & Protected>(
    found: Row,
    actor: Actor,
    { password, context, proofs }: EventReadOptions,
  ): Promise<Row> {
    const event = requireReadable(found, actor);
    const isEditing = context === 'edit' && mayUpdate(actor, 'event', event);
    const isProved = proofs?.includes(this.passwords.proofOf(event)) === true;
    if (!isEditing && !isProved && (await this.passwords.isLocked(event, password)))
      refuseRead(
        'event-password-protected',
        'The requested event is not accessible without a password',
        'password-required',
      );
    return event;
  }

  private async requireChangeable(id: number, found: EventRow | undefined, actor: Actor): Promise<EventRow> {
    const event = found ?? (await this.refuseUnknown(id, actor));
    if (!mayUpdate(actor, 'event', event)) refuse(actor);
    if (event.status === 'trash') inTrash('event');
    return event;
  }

  private refuseUnknown(id: number, actor: Actor): Promise<never> {
    if (!mayUpdateSome(actor, 'event')) refuse(actor);
    return this.loader.throwMissing({ id });
  }
}

function requireReadable<Row extends Owned>(event: Row, actor: Actor): Row {
  if (event.status === 'trash') refuseRead('event-no-longer-available', 'This event is no longer available');
  if (!mayRead(actor, 'event', event)) refuseRead('event-not-accessible', 'The requested event is not accessible');
  return event;
}

function refuseRead(code: string, message: string, type: ProblemType = 'permission-denied'): never {
  throw new Problem(403, message, { type, code });
}
