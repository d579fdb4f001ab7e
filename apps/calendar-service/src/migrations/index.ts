import type { FormerMigrations } from '@almanac/database';
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

/** The migrations that `REPLACEMENTS` replace, in order. */
const FORMER_NAMES = [
  'TextComparison1763800000000',
  'VenuesAndOrganizers1763800000001',
  'Events1763800000002',
  'Terms1763800000003',
  'ListOrders1763800000013',
  'Places1763800000014',
  'Changes1763800000015',
  'Images1763800000020',
  'Tickets1763800000023',
  'Attendees1763800000024',
  'Recurrence1763800000026',
  'RecurrenceGaps1763800000027',
  'EventIdentity1763800000030',
  'PrivateFeeds1763800000031',
  'Tallies1763800000037',
  'FillTallies1763800000038',
  'ListIndexes1763800000039',
  'RenderedTexts1763800000053',
  'ChangesSeen1763800000054',
  'Jobs1763800000059',
  'JobRuns1763800000060',
  'KeptLines1763800000061',
  'ShownInEvents1763800000062',
  'PlacesPerOccurrence1763800000063',
];

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
export const MIGRATIONS = [
  ...REPLACEMENTS,
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
];

export const FORMER_MIGRATIONS: FormerMigrations = {
  names: FORMER_NAMES,
  replacements: REPLACEMENTS.map(({ name }) => name),
  lastCommit: '045785b',
};
