import type { Fault } from './fields';

/** All faults of an archive, one entry for each place. */
export class ContentFaults extends Error {
  override readonly name = 'ContentFaults';
  readonly lines: string[];

  constructor(faults: readonly Fault[]) {
    super('the archive is not right');
    this.lines = faults.map(({ key, messages }) => `[${key}] ${messages.join('\n')}`);
  }
}
