import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Actor, isAnonymous } from '@almanac/auth';
import type { WallClock } from '../../calendar/time-zones/wall-clock';
import type { StoredAttendee } from './attendee.entity';

/** A place at an event, with the start of its occurrence as a wall clock. */
export interface Attendee extends Omit<StoredAttendee, 'occurrence'> {
  occurrence: WallClock | null;
}

/** Whether the caller took this place: as the same user, or proved by its cancel token. */
export function isTheirs({ userId, cancelTokenHash }: Attendee, actor: Actor, token: string | undefined): boolean {
  return (!isAnonymous(actor) && userId === actor.id) || (token !== undefined && isCancelToken(token, cancelTokenHash));
}

/** A secret that proves that its holder took the place. With 144 random bits it needs no slow hash. */
export const newCancelToken = (): string => randomBytes(18).toString('base64url');

export const hashCancelToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const isCancelToken = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashCancelToken(token)), Buffer.from(hash));
