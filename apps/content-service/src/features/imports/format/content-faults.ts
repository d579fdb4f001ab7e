import type { Fault } from './fields';

/** All that is wrong with an archive, one line for each place. */
export class ContentFaults extends Error {
  override readonly name = 'ContentFaults';
  readonly lines: string[];

  constructor(faults: readonly Fault[]) {
    super('the archive is not right');
    this.lines = faults.map(({ key, messages }) => `[${key}] ${messages.join('\n')}`);
  }
}
