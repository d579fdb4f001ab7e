import type { ProblemDetails } from '@almanac/errors';
import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled';

/** Why a run failed: the parts of the `Problem` that its caller gets. */
interface RunFailure {
  status: number;
  message: string;
  details: ProblemDetails;
}

/** How a run ended. */
export type RunOutcome = { answer: object } | { failure: RunFailure };

/** A job that a user started. */
@Entity('job_runs')
export class JobRun {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('varchar', { length: 40 })
  kind!: string;

  /** The record that it is about. A record has at most one unfinished run of a kind. */
  @Column('integer', { nullable: true })
  subject!: number | null;

  @Column('integer')
  createdBy!: number;

  /** Of the handler. */
  @Column('json')
  input!: unknown;

  /** An uploaded file that the handler reads; removed when the run ends. */
  @Column('bytea', { nullable: true })
  file!: Buffer | null;

  @Column('varchar', { length: 10, default: 'waiting' })
  state!: RunState;

  /** The current step; `done` and `total` count its progress. */
  @Column('varchar', { length: 40, nullable: true })
  step!: string | null;

  @Column('integer', { default: 0 })
  done!: number;

  @Column('integer', { default: 0 })
  total!: number;

  @Column('json', { nullable: true })
  outcome!: RunOutcome | null;

  /** Counted over all processes. It shows whether another process has taken the run over. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('boolean', { default: false })
  cancelRequested!: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** The last heartbeat of the process that works on it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  aliveAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;
}

/** A checkpoint of a run, from which another process can resume it. */
@Entity('job_run_notes')
export class JobRunNote {
  @PrimaryColumn('integer')
  runId!: number;

  @PrimaryColumn('integer')
  place!: number;

  @Column('json')
  note!: unknown;
}
