import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { addressKey, hashPassword, passwordMatches } from '@almanac/auth';
import { Database, setColumns } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { currentRequest, preventCaching } from '@almanac/http';
import { detached } from '@almanac/observability';
import { HitCounter, Slots } from '@almanac/rate-limit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { StoredEvent } from '../../../records/record/record.entity';

export type Protected = Pick<StoredEvent, 'id' | 'passwordHash'>;

const CHECKED_AT_ONCE = 2;
const MAX_WAITING = 200;
const BUSY = 'Too many passwords are being checked at this moment.';
/** Passwords checked per request, each some 20 ms of CPU time. Further protected events of the request stay locked. */
export const MAX_CHECKS = 200;
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 10_000;

/**
 * Decides which events a password opens. The hashes are as expensive as those of users, and a list may compare fifty of them, so results
 * are cached. Counters and results are per process: each further process allows as many more guesses.
 */
@Injectable()
export class EventPasswords {
  private readonly guesses: PasswordGuesses;
  private readonly slots = new Slots(CHECKED_AT_ONCE, MAX_WAITING, BUSY);
  /** A password that was checked already is no new guess. Keys are HMACs with a random secret. */
  private readonly verdicts = new LRUCache<string, boolean>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  private readonly key = randomBytes(32);

  constructor(
    private readonly database: Database,
    hits: HitCounter,
  ) {
    this.guesses = new PasswordGuesses(hits);
  }

  /**
   * Ids of the events that this password does not open.
   * @throws Problem 429 when the caller's address sent too many wrong passwords
   */
  async lockedAmong(events: readonly Protected[], password: string | undefined): Promise<ReadonlySet<number>> {
    const locked = new Set(events.filter(({ passwordHash }) => passwordHash !== null).map(({ id }) => id));
    if (password === undefined) return locked;
    preventCaching();
    let checks = 0;
    for (const event of events) {
      if (!locked.has(event.id) || checks === MAX_CHECKS) continue;
      checks += 1;
      if (await this.opens(event, password)) locked.delete(event.id);
    }
    return locked;
  }

  async isLocked(event: Protected, password: string | undefined): Promise<boolean> {
    return (await this.lockedAmong([event], password)).has(event.id);
  }

  /** A text that a session can hold instead of the password. It changes with the password. */
  proofOf({ id, passwordHash }: Protected): string {
    return createHash('sha256').update(`opened ${id} ${passwordHash}`).digest('base64url');
  }

  private async opens({ id, passwordHash }: Protected, password: string): Promise<boolean> {
    if (passwordHash === null) return true;
    const cacheKey = createHmac('sha256', this.key).update(`${id} ${passwordHash} ${password}`).digest('base64url');
    const verdict = this.verdicts.get(cacheKey);
    if (verdict !== undefined) return verdict;
    const takeBack = await this.guesses.count(id, currentRequest()?.ip ?? '');
    const isRight = await this.check(password, passwordHash);
    this.verdicts.set(cacheKey, isRight);
    if (!isRight) return false;
    await takeBack();
    if (isFormerHash(passwordHash)) detached(this.renew(id, passwordHash, password), 'renewal of a password hash');
    return true;
  }

  private async check(password: string, hash: string): Promise<boolean> {
    const giveBack = await this.slots.take();
    try {
      return await matchesPassword(password, hash);
    } finally {
      giveBack();
    }
  }

  private async renew(id: number, former: string, password: string): Promise<void> {
    await this.database.query(
      `UPDATE events SET ${setColumns(StoredEvent, { passwordHash: '$3' })} WHERE id = $1 AND password_hash = $2`,
      [id, former, await hashPassword(password)],
    );
  }
}

/** Whether an earlier version stored this hash: a salt and one SHA-256 digest. */
const isFormerHash = (hash: string): boolean => !hash.startsWith('$argon2');

/** Runs outside the event loop, except for a former hash, which is cheap. */
function matchesPassword(password: string, hash: string): Promise<boolean> {
  return isFormerHash(hash) ? Promise.resolve(matchesFormerHash(password, hash)) : passwordMatches(hash, password);
}

function matchesFormerHash(password: string, hash: string): boolean {
  const [salt = '', expected = ''] = hash.split(':');
  const digest = createHash('sha256').update(`${salt}:${password}`).digest('base64url');
  return digest.length === expected.length && timingSafeEqual(Buffer.from(digest), Buffer.from(expected));
}

const MINUTE_MS = 60_000;
/** Wrong passwords per minute and IP address: for one event, and for all events. */
const MAX_PER_EVENT = 10;
const MAX_PER_ADDRESS = 100;

/** Rate limit of wrong event passwords. It counts by IP address, so that a guesser does not lock out other readers. */
class PasswordGuesses {
  constructor(private readonly hits: HitCounter) {}

  /**
   * Counts a guess before it is checked, so that concurrent guesses count as well.
   * @returns a function that takes the guess back when it was right
   * @throws Problem 429 with `Retry-After`
   */
  async count(eventId: number, ip: string): Promise<() => Promise<void>> {
    const address = addressKey(ip);
    const limits = [
      [`event-passwords ${address} ${eventId}`, MAX_PER_EVENT],
      [`event-passwords ${address}`, MAX_PER_ADDRESS],
    ] as const;
    const takeBack = async () => {
      await Promise.all(limits.map(([key]) => this.hits.add(key, MINUTE_MS, -1)));
    };
    const counted = await Promise.all(limits.map(([key]) => this.hits.add(key, MINUTE_MS)));
    const exceeded = counted.find(({ count }, index) => count > (limits[index]?.[1] ?? 0));
    if (!exceeded) return takeBack;
    await takeBack();
    const seconds = Math.max(1, Math.ceil(exceeded.endsInMs / 1_000));
    throw new Problem(429, 'Too Many Attempts.', {
      type: 'too-many-attempts',
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
