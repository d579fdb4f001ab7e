import { Database, insertColumns, type RowOf, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KeptAnswer } from './kept-answer.entity';

const COLUMNS = selectColumns(KeptAnswer, 'kept', 'fingerprint', 'status', 'headers', 'body', 'isTooLarge');

export type StoredAnswer = RowOf<typeof COLUMNS>;

type Scope = Pick<KeptAnswer, 'userId' | 'key'>;

const USAGE = selectComputed<{ keys: number; bytes: number }>({
  keys: 'count(*)::int',
  bytes: 'coalesce(sum(bytes), 0)::float8',
});

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
    const isFree = 'pg_try_advisory_xact_lock(hashtextextended($1, 0))';
    const [row] = await this.database.query(sql`SELECT ${selectComputed<{ isFree: boolean }>({ isFree })}`, [
      `idempotency-key ${userId} ${key}`,
    ]);
    return row?.isFree === true;
  }

  async find({ userId, key }: Scope): Promise<StoredAnswer | undefined> {
    const [answer] = await this.database.query(
      sql`SELECT ${COLUMNS} FROM kept_answers kept
        WHERE user_id = $1 AND key = $2 AND created_at > now() - ${LIFETIME}`,
      [userId, key],
    );
    return answer;
  }

  /** The number of the user's keys, counted up to the limit, and the stored bytes of their answers. */
  async usage(userId: number, limit: number): Promise<{ keys: number; bytes: number }> {
    const [row] = await this.database.query(
      sql`SELECT ${USAGE} FROM (
         SELECT pg_column_size(body) AS bytes FROM kept_answers
          WHERE user_id = $1 AND created_at > now() - ${LIFETIME} LIMIT $2) kept`,
      [userId, limit],
    );
    return row ?? { keys: 0, bytes: 0 };
  }

  /** Replaces an expired answer. */
  async add({ userId, key }: Scope, { fingerprint, status, headers, body, isTooLarge }: StoredAnswer): Promise<void> {
    const answer = { fingerprint: '$3', status: '$4', headers: '$5', body: '$6', isTooLarge: '$7' };
    await this.database.query(
      `INSERT INTO kept_answers ${insertColumns(KeptAnswer, { userId: '$1', key: '$2', ...answer })}
        ON CONFLICT (user_id, key) DO UPDATE SET ${setColumns(KeptAnswer, { ...answer, createdAt: 'now()' })}`,
      [userId, key, fingerprint, status, JSON.stringify(headers), body, isTooLarge],
    );
  }

  private async removeExpired(): Promise<void> {
    await this.database.query(`DELETE FROM kept_answers WHERE created_at <= now() - ${LIFETIME}`);
  }
}
