import { createHash } from 'node:crypto';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';

const SECONDS_PER_MINUTE = 60;

/** At most `limit` attempts of one kind within `minutes` of the first one. `subject` identifies the account, device or address. */
export interface Attempt {
  readonly kind: string;
  readonly subject: string | number;
  readonly limit: number;
  readonly minutes: number;
}

/** The attempts of the current window, this one included, and the seconds until it ends. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts attempts in the database, so that replicas share the counts. The kind and `subject` are stored as a hash. */
@Injectable()
export class AttemptLimits {
  constructor(private readonly database: Database) {}

  /**
   * Counts one attempt. Call it before the guess is checked, so that concurrent guesses count too.
   * @throws Problem 429 with `Retry-After` beyond the limit
   */
  async count({ limit, ...attempt }: Attempt): Promise<AttemptWindow> {
    const window = await this.tally(attempt);
    if (window.attempts > limit) refuseAttempt(window);
    return window;
  }

  /** Counts one attempt without enforcing a limit. */
  async tally({ kind, subject, minutes }: Omit<Attempt, 'limit'>): Promise<AttemptWindow> {
    const [window] = await this.database.query<AttemptWindow>(COUNTED, [keyOf({ kind, subject }), minutes]);
    return window ?? { attempts: 1, seconds: minutes * SECONDS_PER_MINUTE };
  }

  /** Resets the count after a correct guess. Also deletes all expired windows. */
  async forget({ kind, subject }: Pick<Attempt, 'kind' | 'subject'>): Promise<void> {
    await this.database.query('DELETE FROM attempt_windows WHERE key = $1 OR ends_at <= now()', [
      keyOf({ kind, subject }),
    ]);
  }
}

const keyOf = ({ kind, subject }: Pick<Attempt, 'kind' | 'subject'>): Buffer =>
  createHash('sha256').update(`${kind} ${subject}`).digest();

const COUNTED = `
  INSERT INTO attempt_windows AS known (key, attempts, ends_at) VALUES ($1, 1, now() + make_interval(mins => $2))
  ON CONFLICT (key) DO UPDATE SET
    attempts = CASE WHEN known.ends_at <= now() THEN 1 ELSE known.attempts + 1 END,
    ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
  RETURNING attempts, ceil(extract(epoch FROM ends_at - now()))::integer AS seconds`;

/** @throws Problem 429 with `Retry-After` */
export function refuseAttempt({ seconds }: AttemptWindow): never {
  const minutes = Math.max(1, Math.ceil(seconds / SECONDS_PER_MINUTE));
  throw new Problem(429, `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    type: 'too-many-attempts',
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}
