import { Changes1795369380000 } from './1795369380000-changes';
import { Events1795369260000 } from './1795369260000-events';
import { Jobs1795369500000 } from './1795369500000-jobs';
import { LinkedChanges1795369560000 } from './1795369560000-linked-changes';
import { LinksOfNewEvents1795369680000 } from './1795369680000-links-of-new-events';
import { Records1795369200000 } from './1795369200000-records';
import { Tallies1795369440000 } from './1795369440000-tallies';
import { Tickets1795369320000 } from './1795369320000-tickets';
import { KeptAnswers1795369620000 } from './1795369620000-kept-answers';
import { WebhookReports1795369740000 } from './1795369740000-webhook-reports';
import { PlainComments1795369800000 } from './1795369800000-plain-comments';
import { DateEventsPlan1795369860000 } from './1795369860000-date-events-plan';
import { CheapFolding1795369920000 } from './1795369920000-cheap-folding';
import { EqualTermNames1795369980000 } from './1795369980000-equal-term-names';
import { DatedChanges1795370040000 } from './1795370040000-dated-changes';
import { DatesOfEvents1795370100000 } from './1795370100000-dates-of-events';
import { LinksDatedOnce1795370160000 } from './1795370160000-links-dated-once';
import { TurnsOfCallers1795370220000 } from './1795370220000-turns-of-callers';
import { ShortPendingLists1795370225000 } from './1795370225000-short-pending-lists';

/** They run on empty databases only. */
export const FIRST_MIGRATIONS = [
  Records1795369200000,
  Events1795369260000,
  Tickets1795369320000,
  Changes1795369380000,
  Tallies1795369440000,
  Jobs1795369500000,
];

/** In the order in which they run. */
export const MIGRATIONS = [
  ...FIRST_MIGRATIONS,
  LinkedChanges1795369560000,
  KeptAnswers1795369620000,
  LinksOfNewEvents1795369680000,
  WebhookReports1795369740000,
  PlainComments1795369800000,
  DateEventsPlan1795369860000,
  CheapFolding1795369920000,
  EqualTermNames1795369980000,
  DatedChanges1795370040000,
  DatesOfEvents1795370100000,
  LinksDatedOnce1795370160000,
  TurnsOfCallers1795370220000,
  ShortPendingLists1795370225000,
];
