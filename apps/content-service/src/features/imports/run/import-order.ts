import type { Actor } from '@almanac/auth';
import type { WantedParent } from './import-target';

/** Who wants which import to be run, and where to. */
export interface ImportOrder {
  importId: number;
  /** Undefined for a book. */
  parent: WantedParent | undefined;
  actor: Actor;
}
