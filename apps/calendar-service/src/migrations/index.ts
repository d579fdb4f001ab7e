import { Records1795371000000 } from './1795371000000-records';
import { Events1795371060000 } from './1795371060000-events';
import { LinksAndTerms1795371120000 } from './1795371120000-links-and-terms';
import { Tickets1795371180000 } from './1795371180000-tickets';
import { Changes1795371240000 } from './1795371240000-changes';
import { Tallies1795371300000 } from './1795371300000-tallies';
import { Jobs1795371360000 } from './1795371360000-jobs';
import { FeedsAndKeptAnswers1795371420000 } from './1795371420000-feeds-and-kept-answers';

/** These run on empty databases only. A database that has the former migration `last` has their schema already (docs/decisions/tried-and-dropped.md). */
export const REPLACED = {
  last: 'ShortPendingLists1795370225000',
  by: [
    Records1795371000000,
    Events1795371060000,
    LinksAndTerms1795371120000,
    Tickets1795371180000,
    Changes1795371240000,
    Tallies1795371300000,
    Jobs1795371360000,
    FeedsAndKeptAnswers1795371420000,
  ],
};

/** In the order in which they run. */
export const MIGRATIONS = [...REPLACED.by];
