import type { Imported, Outcome } from '../import-report';

/** The members by which a report names an event. */
export type Named = Pick<Imported, 'uid' | 'recurrence_id' | 'id'>;

export const NOT_HERE = 'It is not here.';
export const EXCLUDED = 'An EXDATE of its series leaves it out.';
export const IN_TRASH = 'It is in the trash.';
export const UNCHANGED = 'It is here already.';
export const OUTDATED = 'What is here is newer.';

export const skipped = (named: Named, reason: string): Outcome => ({ what: 'skipped', of: { ...named, reason } });
