import type { FormerMigrations } from '@almanac/database';
import { Changes1795369380000 } from './1795369380000-changes';
import { Events1795369260000 } from './1795369260000-events';
import { Jobs1795369500000 } from './1795369500000-jobs';
import { LinkedChanges1795369560000 } from './1795369560000-linked-changes';
import { Records1795369200000 } from './1795369200000-records';
import { Tallies1795369440000 } from './1795369440000-tallies';
import { Tickets1795369320000 } from './1795369320000-tickets';
import { KeptAnswers1795369620000 } from './1795369620000-kept-answers';
import { FORMER_NAMES } from './former-migrations';

/** These replace `FORMER_NAMES`, with the same result. */
const REPLACEMENTS = [
  Records1795369200000,
  Events1795369260000,
  Tickets1795369320000,
  Changes1795369380000,
  Tallies1795369440000,
  Jobs1795369500000,
];

/** In the order in which they run. */
export const MIGRATIONS = [...REPLACEMENTS, LinkedChanges1795369560000, KeptAnswers1795369620000];

export const FORMER_MIGRATIONS: FormerMigrations = {
  names: FORMER_NAMES,
  replacements: REPLACEMENTS.map(({ name }) => name),
  lastCommit: '045785b',
};
