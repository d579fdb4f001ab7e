import { Accounts1795371000000 } from './1795371000000-accounts';
import { Library1795371060000 } from './1795371060000-library';
import { Permissions1795371120000 } from './1795371120000-permissions';
import { Files1795371180000 } from './1795371180000-files';
import { Search1795371240000 } from './1795371240000-search';
import { Links1795371300000 } from './1795371300000-links';
import { Webhooks1795371360000 } from './1795371360000-webhooks';
import { Jobs1795371420000 } from './1795371420000-jobs';

/** These run on empty databases only. A database that has the former migration `last` has their schema already (docs/decisions/tried-and-dropped.md). */
export const REPLACED = {
  last: 'VersionOfAccounts1795370967000',
  by: [
    Accounts1795371000000,
    Library1795371060000,
    Permissions1795371120000,
    Files1795371180000,
    Search1795371240000,
    Links1795371300000,
    Webhooks1795371360000,
    Jobs1795371420000,
  ],
};

/** In the order in which they run. */
export const MIGRATIONS = [...REPLACED.by];
