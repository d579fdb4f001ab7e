import type { Actor } from '@almanac/auth';
import type { WantedParent } from './import-target';

/** An import to run, its parent, and the caller. */
export interface ImportOrder {
  importId: number;
  /** Undefined for a book. */
  parent: WantedParent | undefined;
  actor: Actor;
}
