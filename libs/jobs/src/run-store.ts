import {
  columnNames,
  type Database,
  insertColumns,
  type RowOf,
  selectColumns,
  selectComputed,
  setColumns,
  sql,
} from '@almanac/database';
import { JobRun, JobRunNote, type RunOutcome, type RunState } from './job-run.entity';

const COLUMNS = selectColumns(
  JobRun,
  'run',
  'id',
  'subject',
  'createdBy',
  'state',
  'step',
  'done',
  'total',
  'outcome',
  'createdAt',
  'endedAt',
);

/** A run with its progress and outcome. */
export type Run = RowOf<typeof COLUMNS>;

export const hasEnded = ({ state }: Pick<Run, 'state'>): boolean => state !== 'waiting' && state !== 'running';

const UNFINISHED = `state IN ('waiting', 'running')`;

/** The process of the run has sent no heartbeat, so it counts as dead. */
const ABANDONED = `state = 'running' AND alive_at < now() - interval '30 seconds'`;
/** No process took the run, or none resumed it after its process died. */
const STALE = `${UNFINISHED} AND alive_at < now() - interval '6 hours'`;
const RETENTION = '7 days';

/** Assignments that end a run. */
const ended = (state: string, outcome: string): string =>
  setColumns(JobRun, { state, outcome, endedAt: 'now()', file: 'NULL' });

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
export interface ClaimedRun<T> extends Pick<JobRun, 'id' | 'attempts' | 'file'> {
  input: T;
}

/** Every query about runs. */
export class RunStore {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the subject has an unfinished run already */
  async add({ kind, subject, createdBy, input, file }: NewRun): Promise<Run | undefined> {
    const values = insertColumns(JobRun, { kind: '$1', subject: '$2', createdBy: '$3', input: '$4', file: '$5' });
    const [run] = await this.database.query(
      sql`INSERT INTO job_runs AS run ${values}
        ON CONFLICT (kind, subject) WHERE ${UNFINISHED} DO NOTHING RETURNING ${COLUMNS}`,
      [kind, subject ?? null, createdBy, JSON.stringify(input), file ?? null],
    );
    return run;
  }

  async countUnfinished(createdBy: number): Promise<number> {
    const [row] = await this.database.query(
      sql`SELECT ${selectComputed<{ count: number }>({ count: 'count(*)::int' })} FROM job_runs
        WHERE created_by = $1 AND ${UNFINISHED}`,
      [createdBy],
    );
    return row?.count ?? 0;
  }

  async find(kind: string, id: number): Promise<Run | undefined> {
    const [run] = await this.read('run.kind = $1 AND run.id = $2', [kind, id]);
    return run;
  }

  /** Finds the latest run of this record. */
  async findBySubject(kind: string, subject: number): Promise<Run | undefined> {
    const [run] = await this.read('run.kind = $1 AND run.subject = $2 ORDER BY run.id DESC LIMIT 1', [kind, subject]);
    return run;
  }

  /** @returns undefined when it has ended, or another process works on it */
  async claim<T>(id: number): Promise<ClaimedRun<T> | undefined> {
    const claimed = sql`${selectColumns(JobRun, 'run', 'id', 'attempts', 'file')}, ${selectComputed<{ input: T }>({ input: 'run.input' })}`;
    const [run] = await this.database.query(
      sql`UPDATE job_runs run SET state = 'running', attempts = attempts + 1, alive_at = now()
        WHERE id = $1 AND (state = 'waiting' OR ${ABANDONED}) RETURNING ${claimed}`,
      [id],
    );
    return run;
  }

  /** @returns false when the run was canceled, or is not this attempt's any more */
  async keepAlive(
    id: number,
    attempt: number,
    { step, done, total }: Pick<Run, 'step' | 'done' | 'total'>,
  ): Promise<boolean> {
    const values = setColumns(JobRun, { aliveAt: 'now()', step: '$3', done: '$4', total: '$5' });
    const [run] = await this.database.query(
      sql`UPDATE job_runs run SET ${values}
        WHERE id = $1 AND attempts = $2 AND state = 'running' RETURNING ${selectColumns(JobRun, 'run', 'cancelRequested')}`,
      [id, attempt, step, done, total],
    );
    return run?.cancelRequested === false;
  }

  /**
   * Ends the run; inside a transaction, with its commit.
   * @returns false when another process has taken the run over, it has ended, or `state` is `done` and it was canceled meanwhile
   */
  async end(id: number, attempt: number, state: RunState, outcome: RunOutcome | null): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE job_runs SET ${ended('$3', '$4')}
        WHERE id = $1 AND attempts = $2 AND state = 'running' AND NOT (cancel_requested AND $3 = 'done') RETURNING id`,
      [id, attempt, state, outcome && JSON.stringify(outcome)],
    );
    return rows.length > 0;
  }

  /**
   * Lets the run wait again, and appends notes to its own. The attempt does not count, because its process lives.
   * @returns false when the run was canceled, or is not this attempt's any more
   */
  pause(id: number, attempt: number, notes: readonly object[]): Promise<boolean> {
    const pausing = `UPDATE job_runs SET state = 'waiting', attempts = attempts - 1, alive_at = now()
      WHERE id = $1 AND attempts = $2 AND state = 'running' AND NOT cancel_requested RETURNING id`;
    return this.database.transaction(async () => {
      const isPaused = (await this.database.query(pausing, [id, attempt])).length > 0;
      if (isPaused) await this.note(id, notes);
      return isPaused;
    });
  }

  /** @returns false when it has ended already */
  async cancel(id: number): Promise<boolean> {
    const atOnce = `state = 'waiting' OR (${ABANDONED})`;
    const values = setColumns(JobRun, {
      cancelRequested: 'true',
      state: `CASE WHEN ${atOnce} THEN 'canceled' ELSE state END`,
      endedAt: `CASE WHEN ${atOnce} THEN now() END`,
      file: `CASE WHEN ${atOnce} THEN NULL ELSE file END`,
    });
    const canceling = `UPDATE job_runs SET ${values} WHERE id = $1 AND ${UNFINISHED} RETURNING id`;
    return (await this.database.query(canceling, [id])).length > 0;
  }

  /** Ends the unfinished run of a record when the process that had it is dead. */
  async failAbandoned(kind: string, subject: number, outcome: RunOutcome): Promise<void> {
    const failing = `UPDATE job_runs SET ${ended(`'failed'`, '$3')} WHERE kind = $1 AND subject = $2 AND ${ABANDONED}`;
    await this.database.query(failing, [kind, subject, JSON.stringify(outcome)]);
  }

  /** Ends runs that no process works on, and deletes those that ended long ago. */
  async sweep(outcome: RunOutcome): Promise<void> {
    await this.database.query(`UPDATE job_runs SET ${ended(`'failed'`, '$1')} WHERE ${STALE}`, [
      JSON.stringify(outcome),
    ]);
    await this.database.query(`DELETE FROM job_runs WHERE ended_at < now() - interval '${RETENTION}'`);
  }

  /** Appends notes to those of the run. */
  async note(runId: number, notes: readonly object[]): Promise<void> {
    const adding = `INSERT INTO job_run_notes (${columnNames(JobRunNote, 'runId', 'place', 'note')})
      SELECT $1, (SELECT coalesce(max(place), 0) FROM job_run_notes WHERE run_id = $1) + given.place, given.note
      FROM json_array_elements($2::json) WITH ORDINALITY AS given (note, place)`;
    if (notes.length > 0) await this.database.query(adding, [runId, JSON.stringify(notes)]);
  }

  async notes<T>(runId: number): Promise<T[]> {
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ note: T }>({ note: 'note' })} FROM job_run_notes WHERE run_id = $1 ORDER BY place`,
      [runId],
    );
    return rows.map(({ note }) => note);
  }

  async deleteNotes(runId: number): Promise<void> {
    await this.database.query('DELETE FROM job_run_notes WHERE run_id = $1', [runId]);
  }

  private read(condition: string, values: unknown[]): Promise<Run[]> {
    return this.database.query(sql`SELECT ${COLUMNS} FROM job_runs run WHERE ${condition}`, values);
  }
}
