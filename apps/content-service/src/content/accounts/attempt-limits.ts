import { createHash } from 'node:crypto';
import { Database, insertColumns, type RowOf, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { AttemptWindow } from './attempt-window.entity';

const SECONDS_PER_MINUTE = 60;

/** At most `limit` attempts of one kind within `minutes` of the first one. `subject` identifies the account, device or address. */
export interface Attempt {
  readonly kind: string;
  readonly subject: string | number;
  readonly limit: number;
  readonly minutes: number;
}

/** Counts an attempt. $2: the minutes of a new window. */
const COUNT = sql`
  INSERT INTO attempt_windows AS known ${insertColumns(AttemptWindow, { key: '$1', attempts: '1', endsAt: 'now() + make_interval(mins => $2)' })}
  ON CONFLICT (key) DO UPDATE SET ${setColumns(AttemptWindow, {
    attempts: 'CASE WHEN known.ends_at <= now() THEN 1 ELSE known.attempts + 1 END',
    endsAt: 'CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END',
  })}
  RETURNING ${selectColumns(AttemptWindow, 'known', 'attempts')},
    ${selectComputed<{ seconds: number }>({ seconds: 'ceil(extract(epoch FROM known.ends_at - now()))::integer' })}`;

/** The attempts of the current window, this one included, and the seconds until it ends. */
export type CountedAttempts = Readonly<RowOf<typeof COUNT>>;

/** Counts attempts in the database, so that replicas share the counts. The kind and `subject` are stored as a hash. */
@Injectable()
export class AttemptLimits {
  constructor(private readonly database: Database) {}

  /**
   * Counts one attempt. Call it before the guess is checked, so that concurrent guesses count too.
   * @throws Problem 429 with `Retry-After` beyond the limit
   */
  async count({ limit, ...attempt }: Attempt): Promise<CountedAttempts> {
    const window = await this.tally(attempt);
    if (window.attempts > limit) refuseAttempt(window);
    return window;
  }

  /** Counts one attempt without enforcing a limit. */
  async tally({ kind, subject, minutes }: Omit<Attempt, 'limit'>): Promise<CountedAttempts> {
    const [window] = await this.database.query(COUNT, [keyOf({ kind, subject }), minutes]);
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

/** @throws Problem 429 with `Retry-After` */
export function refuseAttempt({ seconds }: CountedAttempts): never {
  const minutes = Math.max(1, Math.ceil(seconds / SECONDS_PER_MINUTE));
  throw new Problem(429, `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    type: 'too-many-attempts',
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}
