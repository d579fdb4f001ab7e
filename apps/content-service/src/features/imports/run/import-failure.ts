import { Problem } from '@almanac/errors';
import { RunCanceled } from '@almanac/jobs';
import { ContentFaults } from '../format/content-faults';

/** Why an import cannot be run: every reason. 403 for lacking rights, 422 for an archive or a parent that will not do. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';

  constructor(
    readonly reasons: readonly string[],
    readonly status: 403 | 422 = 422,
  ) {
    super(reasons.join(' '));
  }
}

/**
 * For `catch`: what callers are told (content-behaviour §16.5, but a fault of the caller is no failure of the server). Problems that say more than that
 * stay as they are.
 */
export function asRunProblem(failure: unknown): never {
  if (failure instanceof Problem || failure instanceof RunCanceled) throw failure;
  if (failure instanceof ImportFailure) throw runProblem(failure.status, failure.reasons, failure);
  if (failure instanceof ContentFaults) throw runProblem(422, failure.lines, failure);
  throw runProblem(500, ['An unexpected error occurred.'], failure);
}

export const runProblem = (status: number, reasons: readonly string[], cause?: unknown): Problem =>
  new Problem(status, `ZIP import failed with the following errors: \n${reasons.join('\n')}`, { cause });

export function alreadyTaken(): never {
  throw runProblem(409, ['The import is being run already, or was run or deleted in the meantime.']);
}
