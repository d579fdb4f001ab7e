import type { ProblemDetails } from '@almanac/errors';

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled';

/** Why a run failed, as its caller is told: what makes a `Problem`. */
export interface RunFailure {
  status: number;
  message: string;
  details: ProblemDetails;
}

/** How a run ended. */
export type RunOutcome = { answer: object } | { failure: RunFailure };

/** A job that somebody asked for, and whose end they want to hear of. */
export interface Run {
  id: number;
  /** The record that it is about; one of a kind has one unfinished run at most. */
  subject: number | null;
  createdBy: number;
  state: RunState;
  /** What it is at, and how far with that. */
  step: string | null;
  done: number;
  total: number;
  outcome: RunOutcome | null;
  createdAt: Date;
  endedAt: Date | null;
}

export const hasEnded = ({ state }: Pick<Run, 'state'>): boolean => state !== 'waiting' && state !== 'running';

/** What is thrown inside a run that somebody canceled. */
export class RunCanceled extends Error {
  override readonly name = 'RunCanceled';
}
