import { Problem, storageProblem } from '@almanac/errors';
import { RunCanceled } from '@almanac/jobs';
import { ContentFaults } from '../archive/fields';

/** Holds every reason why an import cannot be run. 403 for missing permissions, 422 for an unsuitable archive or parent. */
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
 * For `catch`: converts a failure for the caller (content-behaviour §16.5). Unlike the reference, a fault of the caller is not a server
 * error. A `Problem` stays as it is, and a database or store that fails is one.
 */
export function asRunProblem(failure: unknown): never {
  if (failure instanceof Problem || failure instanceof RunCanceled) throw failure;
  if (failure instanceof ImportFailure) throw runProblem(failure.status, failure.reasons, failure);
  if (failure instanceof ContentFaults) throw runProblem(422, failure.lines, failure);
  throw storageProblem(failure) ?? runProblem(500, ['An unexpected error occurred.'], failure);
}

const runProblem = (status: number, reasons: readonly string[], cause?: unknown): Problem =>
  new Problem(status, `ZIP import failed with the following errors: \n${reasons.join('\n')}`, { cause });

export function refuseClaimedImport(): never {
  throw runProblem(409, ['The import is being run already, or was run or deleted in the meantime.']);
}
