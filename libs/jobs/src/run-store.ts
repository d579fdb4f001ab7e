import type { Database } from '@almanac/database';
import type { ProblemDetails } from '@almanac/errors';

type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled';

/** Why a run failed: the parts of the `Problem` that its caller gets. */
interface RunFailure {
  status: number;
  message: string;
  details: ProblemDetails;
}

/** How a run ended. */
export type RunOutcome = { answer: object } | { failure: RunFailure };

/** A job that a user started, with its progress and outcome. */
export interface Run {
  id: number;
  /** The record that it is about. A record has at most one unfinished run of a kind. */
  subject: number | null;
  createdBy: number;
  state: RunState;
  /** The current step; `done` and `total` count its progress. */
  step: string | null;
  done: number;
  total: number;
  outcome: RunOutcome | null;
  createdAt: Date;
  endedAt: Date | null;
}

export const hasEnded = ({ state }: Pick<Run, 'state'>): boolean => state !== 'waiting' && state !== 'running';

const COLUMNS = `id, subject, created_by AS "createdBy", state, step, done, total, outcome, created_at AS "createdAt", ended_at AS "endedAt"`;
const UNFINISHED = `state IN ('waiting', 'running')`;

/** The process of the run has sent no heartbeat, so it counts as dead. */
const ABANDONED = `state = 'running' AND alive_at < now() - interval '30 seconds'`;
/** No process took the run, or none resumed it after its process died. */
const STALE = `${UNFINISHED} AND alive_at < now() - interval '6 hours'`;
const RETENTION = '7 days';

export interface NewRun {
  kind: string;
  subject?: number | undefined;
  createdBy: number;
  /** Input of the handler, stored as JSON. */
  input: object;
  /** An uploaded file that it reads. */
  file?: Uint8Array | undefined;
}

/** A run that a process has taken. */
export interface ClaimedRun<T> {
  id: number;
  /** Counted over all processes. It shows whether another process has taken the run over. */
  attempt: number;
  input: T;
  file: Buffer | null;
}

/** Every query about runs. */
export class RunStore {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the subject has an unfinished run already */
  async add({ kind, subject, createdBy, input, file }: NewRun): Promise<Run | undefined> {
    const sql = `INSERT INTO job_runs (kind, subject, created_by, input, file) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (kind, subject) WHERE ${UNFINISHED} DO NOTHING RETURNING ${COLUMNS}`;
    return (
      await this.database.query<Run>(sql, [kind, subject ?? null, createdBy, JSON.stringify(input), file ?? null])
    )[0];
  }

  async countUnfinished(createdBy: number): Promise<number> {
    const sql = `SELECT count(*)::int AS count FROM job_runs WHERE created_by = $1 AND ${UNFINISHED}`;
    return (await this.database.query<{ count: number }>(sql, [createdBy]))[0]?.count ?? 0;
  }

  async find(kind: string, id: number): Promise<Run | undefined> {
    return (
      await this.database.query<Run>(`SELECT ${COLUMNS} FROM job_runs WHERE kind = $1 AND id = $2`, [kind, id])
    )[0];
  }

  /** Finds the latest run of this record. */
  async findBySubject(kind: string, subject: number): Promise<Run | undefined> {
    const sql = `SELECT ${COLUMNS} FROM job_runs WHERE kind = $1 AND subject = $2 ORDER BY id DESC LIMIT 1`;
    return (await this.database.query<Run>(sql, [kind, subject]))[0];
  }

  /** @returns undefined when it has ended, or another process works on it */
  async claim<T>(id: number): Promise<ClaimedRun<T> | undefined> {
    const sql = `UPDATE job_runs SET state = 'running', attempts = attempts + 1, alive_at = now()
      WHERE id = $1 AND (state = 'waiting' OR ${ABANDONED}) RETURNING id, attempts AS attempt, input, file`;
    return (await this.database.query<ClaimedRun<T>>(sql, [id]))[0];
  }

  /** @returns false when the run was canceled, or is not this attempt's any more */
  async keepAlive(
    id: number,
    attempt: number,
    { step, done, total }: Pick<Run, 'step' | 'done' | 'total'>,
  ): Promise<boolean> {
    const sql = `UPDATE job_runs SET alive_at = now(), step = $3, done = $4, total = $5
      WHERE id = $1 AND attempts = $2 AND state = 'running' RETURNING cancel_requested AS "isCanceled"`;
    const [run] = await this.database.query<{ isCanceled: boolean }>(sql, [id, attempt, step, done, total]);
    return run !== undefined && !run.isCanceled;
  }

  /**
   * Ends the run; inside a transaction, with its commit.
   * @returns false when another process has taken the run over, it has ended, or `state` is `done` and it was canceled meanwhile
   */
  async end(id: number, attempt: number, state: RunState, outcome: RunOutcome | null): Promise<boolean> {
    const sql = `UPDATE job_runs SET state = $3, outcome = $4, ended_at = now(), file = NULL
      WHERE id = $1 AND attempts = $2 AND state = 'running' AND NOT (cancel_requested AND $3 = 'done') RETURNING id`;
    const rows = await this.database.query(sql, [id, attempt, state, outcome && JSON.stringify(outcome)]);
    return rows.length > 0;
  }

  /**
   * Lets the run wait again, and appends notes to its own. The attempt does not count, because its process lives.
   * @returns false when the run was canceled, or is not this attempt's any more
   */
  pause(id: number, attempt: number, notes: readonly object[]): Promise<boolean> {
    const sql = `UPDATE job_runs SET state = 'waiting', attempts = attempts - 1, alive_at = now()
      WHERE id = $1 AND attempts = $2 AND state = 'running' AND NOT cancel_requested RETURNING id`;
    return this.database.transaction(async () => {
      const isPaused = (await this.database.query(sql, [id, attempt])).length > 0;
      if (isPaused) await this.note(id, notes);
      return isPaused;
    });
  }

  /** @returns false when it has ended already */
  async cancel(id: number): Promise<boolean> {
    const atOnce = `state = 'waiting' OR (${ABANDONED})`;
    const sql = `UPDATE job_runs SET cancel_requested = true, state = CASE WHEN ${atOnce} THEN 'canceled' ELSE state END,
        ended_at = CASE WHEN ${atOnce} THEN now() END, file = CASE WHEN ${atOnce} THEN NULL ELSE file END
      WHERE id = $1 AND ${UNFINISHED} RETURNING id`;
    return (await this.database.query(sql, [id])).length > 0;
  }

  /** Ends the unfinished run of a record when the process that had it is dead. */
  async failAbandoned(kind: string, subject: number, outcome: RunOutcome): Promise<void> {
    const sql = `UPDATE job_runs SET state = 'failed', outcome = $3, ended_at = now(), file = NULL WHERE kind = $1 AND subject = $2 AND ${ABANDONED}`;
    await this.database.query(sql, [kind, subject, JSON.stringify(outcome)]);
  }

  /** Ends runs that no process works on, and deletes those that ended long ago. */
  async sweep(outcome: RunOutcome): Promise<void> {
    const sql = `UPDATE job_runs SET state = 'failed', outcome = $1, ended_at = now(), file = NULL WHERE ${STALE}`;
    await this.database.query(sql, [JSON.stringify(outcome)]);
    await this.database.query(`DELETE FROM job_runs WHERE ended_at < now() - interval '${RETENTION}'`);
  }

  /** Appends notes to those of the run. */
  async note(runId: number, notes: readonly object[]): Promise<void> {
    const sql = `INSERT INTO job_run_notes (run_id, place, note)
      SELECT $1, (SELECT coalesce(max(place), 0) FROM job_run_notes WHERE run_id = $1) + given.place, given.note
      FROM json_array_elements($2::json) WITH ORDINALITY AS given (note, place)`;
    if (notes.length > 0) await this.database.query(sql, [runId, JSON.stringify(notes)]);
  }

  async notes<T>(runId: number): Promise<T[]> {
    const rows = await this.database.query<{ note: T }>(
      'SELECT note FROM job_run_notes WHERE run_id = $1 ORDER BY place',
      [runId],
    );
    return rows.map(({ note }) => note);
  }

  async deleteNotes(runId: number): Promise<void> {
    await this.database.query('DELETE FROM job_run_notes WHERE run_id = $1', [runId]);
  }
}
