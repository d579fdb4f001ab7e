import { Content1795369260000 } from './1795369260000-content';
import { CrossReferences1795369500000 } from './1795369500000-cross-references';
import { Files1795369380000 } from './1795369380000-files';
import { Identity1795369200000 } from './1795369200000-identity';
import { Jobs1795369560000 } from './1795369560000-jobs';
import { Permissions1795369320000 } from './1795369320000-permissions';
import { Search1795369440000 } from './1795369440000-search';
import { KeptAnswers1795369620000 } from './1795369620000-kept-answers';
import { SearchPlans1795369680000 } from './1795369680000-search-plans';
import { Webhooks1795369740000 } from './1795369740000-webhooks';
import { PlainComments1795369800000 } from './1795369800000-plain-comments';
import { SearchTriggers1795369860000 } from './1795369860000-search-triggers';
import { PageTallies1795369920000 } from './1795369920000-page-tallies';
import { FillPageTallies1795369980000 } from './1795369980000-fill-page-tallies';
import { SortRules1795370040000 } from './1795370040000-sort-rules';
import { PlacesInParents1795370100000 } from './1795370100000-places-in-parents';
import { SearchWords1795370160000 } from './1795370160000-search-words';
import { CheapFolding1795370220000 } from './1795370220000-cheap-folding';
import { IndexesOfKeys1795370280000 } from './1795370280000-indexes-of-keys';
import { SearchDeletions1795370340000 } from './1795370340000-search-deletions';
import { NullsFirst1795370400000 } from './1795370400000-nulls-first';
import { VersionOfScopes1795370460000 } from './1795370460000-version-of-scopes';
import { TalliesOfBooksAndChapters1795370520000 } from './1795370520000-tallies-of-books-and-chapters';
import { FillTallies1795370580000 } from './1795370580000-fill-tallies';
import { MergedPageTallies1795370640000 } from './1795370640000-merged-page-tallies';
import { IndexOfMergedPageTallies1795370700000 } from './1795370700000-index-of-merged-page-tallies';
import { Installation1795370760000 } from './1795370760000-installation';
import { TurnsOfCallers1795370820000 } from './1795370820000-turns-of-callers';
import { NoFormerSearch1795370880000 } from './1795370880000-no-former-search';
import { SearchInAllScripts1795370940000 } from './1795370940000-search-in-all-scripts';
import { AuditLogKeepsIds1795370950000 } from './1795370950000-audit-log-keeps-ids';
import { AddressesInOrder1795370951000 } from './1795370951000-addresses-in-order';
import { ChangesWithoutLinks1795370952000 } from './1795370952000-changes-without-links';
import { BackupRuns1795370953000 } from './1795370953000-backup-runs';
import { UnusedImages1795370960000 } from './1795370960000-unused-images';
import { ShortPendingLists1795370965000 } from './1795370965000-short-pending-lists';
import { VersionOfAccounts1795370967000 } from './1795370967000-version-of-accounts';

/** They run on empty databases only. */
export const FIRST_MIGRATIONS = [
  Identity1795369200000,
  Content1795369260000,
  Permissions1795369320000,
  Files1795369380000,
  Search1795369440000,
  CrossReferences1795369500000,
  Jobs1795369560000,
];

/** In the order in which they run. */
export const MIGRATIONS = [
  ...FIRST_MIGRATIONS,
  KeptAnswers1795369620000,
  SearchPlans1795369680000,
  Webhooks1795369740000,
  PlainComments1795369800000,
  SearchTriggers1795369860000,
  PageTallies1795369920000,
  FillPageTallies1795369980000,
  SortRules1795370040000,
  PlacesInParents1795370100000,
  SearchWords1795370160000,
  CheapFolding1795370220000,
  IndexesOfKeys1795370280000,
  SearchDeletions1795370340000,
  NullsFirst1795370400000,
  VersionOfScopes1795370460000,
  TalliesOfBooksAndChapters1795370520000,
  FillTallies1795370580000,
  MergedPageTallies1795370640000,
  IndexOfMergedPageTallies1795370700000,
  Installation1795370760000,
  TurnsOfCallers1795370820000,
  NoFormerSearch1795370880000,
  SearchInAllScripts1795370940000,
  AuditLogKeepsIds1795370950000,
  AddressesInOrder1795370951000,
  ChangesWithoutLinks1795370952000,
  BackupRuns1795370953000,
  UnusedImages1795370960000,
  ShortPendingLists1795370965000,
  VersionOfAccounts1795370967000,
];
