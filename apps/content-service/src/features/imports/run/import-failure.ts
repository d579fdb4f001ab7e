import { Problem } from '@almanac/errors';
import { RunCanceled } from '@almanac/jobs';
import { ContentFaults } from '../format/content-faults';

/** Why an import cannot be run: every reason. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';

  constructor(readonly reasons: readonly string[]) {
    super(reasons.join(' '));
  }
}

/** For `catch`: what callers are told (content-behaviour §16.5). Problems that say more than that stay as they are. */
export function asRunProblem(failure: unknown): never {
  if (failure instanceof Problem || failure instanceof RunCanceled) throw failure;
  throw runProblem(500, reasonsOf(failure), failure);
}

export const runProblem = (status: number, reasons: readonly string[], cause?: unknown): Problem =>
  new Problem(status, `ZIP import failed with the following errors: \n${reasons.join('\n')}`, { flat: true, cause });

export function alreadyTaken(): never {
  throw runProblem(409, ['The import is being run already, or was run or deleted in the meantime.']);
}

function reasonsOf(failure: unknown): readonly string[] {
  if (failure instanceof ImportFailure) return failure.reasons;
  return failure instanceof ContentFaults ? failure.lines : ['An unexpected error occurred.'];
}
