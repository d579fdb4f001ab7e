import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** The answer to a request, kept for repetitions of the request. */
export interface StoredAnswer {
  /** Digest of the request. */
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  /** JSON; null for no body, or for one that was too large. */
  body: string | null;
  isTooLarge: boolean;
}

interface Scope {
  userId: number;
  key: string;
}

const EXPIRE_AFTER_SECONDS = 3_600;
const LIFETIME = `interval '24 hours'`;

/** The table of `StoredAnswers`, for a migration of each service. */
export const CREATE_KEPT_ANSWERS = `
  CREATE TABLE kept_answers (
    user_id integer NOT NULL,
    key varchar(255) NOT NULL,
    fingerprint varchar(64) NOT NULL,
    status smallint NOT NULL,
    headers json NOT NULL,
    body text,
    is_too_large boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT kept_answers_pkey PRIMARY KEY (user_id, key)
  );
  CREATE INDEX kept_answers_created_at_idx ON kept_answers (created_at);
  COMMENT ON TABLE kept_answers IS 'Answers to requests with an Idempotency-Key; they are kept for 24 hours';`;

/** Answers to requests with an `Idempotency-Key`, for services with the table `kept_answers`. */
@Injectable()
export class StoredAnswers implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EXPIRE_AFTER_SECONDS, 'idempotency.expire', () => this.removeExpired());
  }

  /** Locks the key until the open transaction ends. @returns false when another request holds the lock */
  async lock({ userId, key }: Scope): Promise<boolean> {
    const [row] = await this.database.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"`,
      [`idempotency-key ${userId} ${key}`],
    );
    return row?.isFree === true;
  }

  async find({ userId, key }: Scope): Promise<StoredAnswer | undefined> {
    const [answer] = await this.database.query<StoredAnswer>(
      `SELECT fingerprint, status, headers, body, is_too_large AS "isTooLarge" FROM kept_answers
        WHERE user_id = $1 AND key = $2 AND created_at > now() - ${LIFETIME}`,
      [userId, key],
    );
    return answer;
  }

  /** The number of the user's keys, counted up to the limit, and the stored bytes of their answers. */
  async usage(userId: number, limit: number): Promise<{ keys: number; bytes: number }> {
    const [row] = await this.database.query<{ keys: number; bytes: number }>(
      `SELECT count(*)::int AS keys, coalesce(sum(bytes), 0)::float8 AS bytes FROM (
         SELECT pg_column_size(body) AS bytes FROM kept_answers
          WHERE user_id = $1 AND created_at > now() - ${LIFETIME} LIMIT $2) kept`,
      [userId, limit],
    );
    return row ?? { keys: 0, bytes: 0 };
  }

  /** Replaces an expired answer. */
  async add({ userId, key }: Scope, { fingerprint, status, headers, body, isTooLarge }: StoredAnswer): Promise<void> {
    await this.database.query(
      `INSERT INTO kept_answers (user_id, key, fingerprint, status, headers, body, is_too_large) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
          headers = EXCLUDED.headers, body = EXCLUDED.body, is_too_large = EXCLUDED.is_too_large, created_at = now()`,
      [userId, key, fingerprint, status, JSON.stringify(headers), body, isTooLarge],
    );
  }

  private async removeExpired(): Promise<void> {
    await this.database.query(`DELETE FROM kept_answers WHERE created_at <= now() - ${LIFETIME}`);
  }
}
