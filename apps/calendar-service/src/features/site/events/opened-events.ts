import type { Actor } from '@almanac/auth';
import { invalid, Problem } from '@almanac/errors';
import { hasSession, SeeOther } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { RecordRef } from '../../../records/access/record-ref';
import { EventAccess } from '../../events/event-access';
import { EventPasswords } from '../../events/passwords/event-passwords';
import { EventReader, type PresentedEvent } from '../../events/event-reader';

declare module 'express-session' {
  interface SessionData {
    /** Proofs of the event passwords that this reader gave. */
    openedEvents?: string[];
  }
}

const MAX_OPENED = 50;

/** Reads events for pages. A password counts for the whole session, which holds a proof instead of the password. */
@Injectable()
export class OpenedEvents {
  constructor(
    private readonly access: EventAccess,
    private readonly passwords: EventPasswords,
    private readonly reads: EventReader,
  ) {}

  proofs(request: Request): readonly string[] {
    return hasSession(request) ? (request.session.openedEvents ?? []) : [];
  }

  /** @throws SeeOther to the page that asks for the password */
  async show(ref: RecordRef, occurrence: unknown, actor: Actor, request: Request): Promise<PresentedEvent> {
    try {
      return await this.reads.readForPage(ref, { context: 'edit', proofs: this.proofs(request) }, occurrence, actor);
    } catch (failure) {
      if (isLocked(failure) && 'slug' in ref) throw new SeeOther(`/event/${encodeURIComponent(ref.slug)}/password`);
      throw failure;
    }
  }

  /** @throws Problem 422 for a wrong password, 429 for too many */
  async open(ref: RecordRef, password: string, actor: Actor, request: Request): Promise<void> {
    try {
      const event = await this.access.getReadable(ref, actor, { password });
      request.session.openedEvents = [...this.proofs(request), this.passwords.proofOf(event)].slice(-MAX_OPENED);
    } catch (failure) {
      if (!isLocked(failure)) throw failure;
      invalid({ password: ['This password is not right.'] });
    }
  }
}

const isLocked = (failure: unknown): boolean => failure instanceof Problem && failure.type === 'password-required';
