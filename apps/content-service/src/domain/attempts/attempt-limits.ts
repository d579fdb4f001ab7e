import { createHash } from 'node:crypto';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';

const SECONDS_PER_MINUTE = 60;

/** So many attempts of one kind, in so many minutes from the first one, for the account, device or address that `who` names. */
export interface Attempt {
  readonly kind: string;
  readonly who: string | number;
  readonly limit: number;
  readonly minutes: number;
}

/** The attempts since the first one, this one included, and the time until they are forgotten. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts guesses in the database, so that several replicas count together. Whose they are is stored as a hash. */
@Injectable()
export class AttemptLimits {
  constructor(private readonly database: Database) {}

  /**
   * Counts one attempt; call it before the guess is looked at, so that guesses made at the same time count too.
   * @throws Problem 429 with `Retry-After` beyond the limit
   */
  async count({ limit, ...attempt }: Attempt): Promise<AttemptWindow> {
    const window = await this.tally(attempt);
    if (window.attempts > limit) refuseAttempt(window);
    return window;
  }

  /** Counts one attempt that no limit refuses. */
  async tally({ kind, who, minutes }: Omit<Attempt, 'limit'>): Promise<AttemptWindow> {
    const [window] = await this.database.query<AttemptWindow>(COUNTED, [keyOf({ kind, who }), minutes]);
    return window ?? { attempts: 1, seconds: minutes * SECONDS_PER_MINUTE };
  }

  /** Starts anew, for who proved to be no guesser. */
  async forget({ kind, who }: Pick<Attempt, 'kind' | 'who'>): Promise<void> {
    await this.database.query('DELETE FROM attempt_windows WHERE key = $1 OR ends_at <= now()', [keyOf({ kind, who })]);
  }
}

const keyOf = ({ kind, who }: Pick<Attempt, 'kind' | 'who'>): Buffer => createHash('sha256').update(`${kind} ${who}`).digest();

const COUNTED = `
  INSERT INTO attempt_windows AS known (key, attempts, ends_at) VALUES ($1, 1, now() + make_interval(mins => $2))
  ON CONFLICT (key) DO UPDATE SET
    attempts = CASE WHEN known.ends_at <= now() THEN 1 ELSE known.attempts + 1 END,
    ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
  RETURNING attempts, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds`;

/** @throws Problem 429 that says when to try again */
export function refuseAttempt({ seconds }: AttemptWindow): never {
  const minutes = Math.max(1, Math.ceil(seconds / SECONDS_PER_MINUTE));
  throw new Problem(429, `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}
