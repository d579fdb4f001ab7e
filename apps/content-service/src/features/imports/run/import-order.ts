import type { Actor } from '@almanac/auth';
import type { WantedParent } from './import-target';

/** Who wants which import to be run, and where to. */
export interface ImportOrder {
  importId: number;
  /** Undefined for a book. */
  parent: WantedParent | undefined;
  actor: Actor;
}

/** Hears how far a run has come. It throws when the run is to end, and nothing comes of it then. */
export type Progress = (step: 'files' | 'texts' | 'rows', done: number, total: number) => void;
