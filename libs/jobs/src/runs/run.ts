import type { ProblemDetails } from '@almanac/errors';

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled';

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

/** Thrown inside the handler of a run that was canceled, or that another process has taken over. */
export class RunCanceled extends Error {
  override readonly name = 'RunCanceled';
}

/** Thrown inside the handler of a run that goes on later, because other callers wait. */
export class RunPaused extends Error {
  override readonly name = 'RunPaused';
}
