import { createIndexConcurrently } from '@almanac/database';
import { getConstructionPlans } from 'pg-boss';
import type { QueryRunner } from 'typeorm';

/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs';

interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The tables of `Runs`. */
const RUNS = `
  CREATE TABLE job_runs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind varchar(40) NOT NULL,
    subject integer,
    created_by integer NOT NULL,
    input json NOT NULL,
    file bytea,
    state varchar(10) NOT NULL DEFAULT 'waiting',
    step varchar(40),
    done integer NOT NULL DEFAULT 0,
    total integer NOT NULL DEFAULT 0,
    outcome json,
    attempts integer NOT NULL DEFAULT 0,
    cancel_requested boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    alive_at timestamptz(3) NOT NULL DEFAULT now(),
    ended_at timestamptz(3)
  );
  COMMENT ON COLUMN job_runs.subject IS 'The record that the run is about, e.g. an import; it has one unfinished run at most';
  COMMENT ON COLUMN job_runs.file IS 'An uploaded file that the run reads; removed when the run ends';
  COMMENT ON COLUMN job_runs.alive_at IS 'When a process last said that it works on the run';
  CREATE UNIQUE INDEX job_runs_unfinished_key ON job_runs (kind, subject) WHERE state IN ('waiting', 'running');
  CREATE INDEX job_runs_subject_idx ON job_runs (kind, subject, id);
  CREATE INDEX job_runs_created_by_idx ON job_runs (created_by) WHERE state IN ('waiting', 'running');
  CREATE INDEX job_runs_ended_at_idx ON job_runs (ended_at);

  -- Checkpoints of a run, from which another process can resume it.
  CREATE TABLE job_run_notes (
    run_id integer NOT NULL CONSTRAINT job_run_notes_run_id_fkey REFERENCES job_runs ON DELETE CASCADE,
    place integer NOT NULL,
    note json NOT NULL,
    CONSTRAINT job_run_notes_pkey PRIMARY KEY (run_id, place)
  );`;

/**
 * Creates the tables of `Runs`, and pg-boss's in a schema of their own. It opens a transaction of its own, so a migration that calls it
 * sets `transaction = false`.
 */
export async function installJobs(runner: Runner): Promise<void> {
  // One query: the transaction that pg-boss's statements begin includes the statements before them.
  await runner.query(RUNS + getConstructionPlans(JOBS_SCHEMA));
}

export async function removeJobs(runner: Runner): Promise<void> {
  await runner.query(`DROP TABLE job_run_notes, job_runs; DROP SCHEMA ${JOBS_SCHEMA} CASCADE`);
}

const ONE_AT_WORK = 'job_common_one_at_work_key';

/**
 * Keeps a caller to one job of a name at work, also when two workers look for jobs at once: pg-boss then tells the second that there is none.
 * A migration that calls it sets `transaction = false`.
 */
export async function installTurns(runner: QueryRunner): Promise<void> {
  const on = `job_common (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL`;
  await createIndexConcurrently(runner, ONE_AT_WORK, on, { isUnique: true, schema: JOBS_SCHEMA });
}

export async function removeTurns(runner: Runner): Promise<void> {
  await runner.query(`DROP INDEX ${JOBS_SCHEMA}.${ONE_AT_WORK}`);
}
