import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { RecordRef } from '../../domain/records/record-ref';
import { inTrash } from '../../domain/records/record-trash';
import { mayRead, mayUpdate, mayUpdateSome, refuse } from '../../domain/records/rights';
import { EventLookup } from './event-lookup';
import { EventPasswords } from './event-passwords';
import type { EventRow } from './event-row';

export interface Reading {
  password?: string | undefined;
  /** `edit` spares those who may change the event its password. */
  context?: string | undefined;
}

/** Lets callers through to an event, or to what hangs on it, or says why not. */
@Injectable()
export class EventGate {
  constructor(
    private readonly lookup: EventLookup,
    private readonly passwords: EventPasswords,
  ) {}

  /** Why an event is not shown is told in the order of calendar-behaviour §5.2: unknown, in the trash, not public, locked. */
  async toRead(ref: RecordRef, actor: Actor, { password, context }: Reading): Promise<EventRow> {
    const event = await this.toOutline(ref, actor);
    const isEditing = context === 'edit' && mayUpdate(actor, 'event', event);
    if (!isEditing && (await this.passwords.isLocked(event, password)))
      refused('event-password-protected', 'The requested event is not accessible without a password');
    return event;
  }

  /** The same for what is shown without a password too. */
  async toOutline(ref: RecordRef, actor: Actor): Promise<EventRow> {
    const event = await this.lookup.get(ref);
    if (event.status === 'trash') refused('event-no-longer-available', 'This event is no longer available');
    if (!mayRead(actor, 'event', event)) refused('event-not-accessible', 'The requested event is not accessible');
    return event;
  }

  /** For those who may change the event; nobody else changes it until the open transaction ends. */
  async toChange(id: number, actor: Actor): Promise<EventRow> {
    return this.judged(id, await this.lookup.lock({ id }), actor);
  }

  /** The same for what leaves the event as it is. */
  async toManage(id: number, actor: Actor): Promise<EventRow> {
    return this.judged(id, await this.lookup.find({ id }), actor);
  }

  /** The event, whoever asks. Where there is none, only those are told who may change some event. */
  async named(id: number, actor: Actor): Promise<EventRow> {
    return (await this.lookup.find({ id })) ?? this.nothing(id, actor);
  }

  private async judged(id: number, found: EventRow | undefined, actor: Actor): Promise<EventRow> {
    const event = found ?? (await this.nothing(id, actor));
    if (!mayUpdate(actor, 'event', event)) refuse(actor);
    if (event.status === 'trash') inTrash('event');
    return event;
  }

  private nothing(id: number, actor: Actor): Promise<never> {
    if (!mayUpdateSome(actor, 'event')) refuse(actor);
    return this.lookup.missing({ id });
  }
}

function refused(code: string, message: string): never {
  throw new Problem(403, message, { code });
}
