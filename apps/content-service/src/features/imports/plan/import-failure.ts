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
