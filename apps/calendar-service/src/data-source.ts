import { createDataSource, type DatabaseOptions } from '@almanac/database';
import type { Settings } from './config';
import { Term } from './features/terms/term.entity';
import { TextComparison1763800000000 } from './migrations/1763800000000-text-comparison';
import { VenuesAndOrganizers1763800000001 } from './migrations/1763800000001-venues-and-organizers';
import { Events1763800000002 } from './migrations/1763800000002-events';
import { Terms1763800000003 } from './migrations/1763800000003-terms';
import { ListOrders1763800000013 } from './migrations/1763800000013-list-orders';
import { Places1763800000014 } from './migrations/1763800000014-places';
import { Changes1763800000015 } from './migrations/1763800000015-changes';
import { Images1763800000020 } from './migrations/1763800000020-images';
import { Tickets1763800000023 } from './migrations/1763800000023-tickets';
import { Attendees1763800000024 } from './migrations/1763800000024-attendees';
import { Recurrence1763800000026 } from './migrations/1763800000026-recurrence';
import { RecurrenceGaps1763800000027 } from './migrations/1763800000027-recurrence-gaps';
import { EventIdentity1763800000030 } from './migrations/1763800000030-event-identity';
import { PrivateFeeds1763800000031 } from './migrations/1763800000031-private-feeds';
import { Tallies1763800000037 } from './migrations/1763800000037-tallies';
import { FillTallies1763800000038 } from './migrations/1763800000038-fill-tallies';
import { ListIndexes1763800000039 } from './migrations/1763800000039-list-indexes';
import { RenderedTexts1763800000053 } from './migrations/1763800000053-rendered-texts';
import { ChangesSeen1763800000054 } from './migrations/1763800000054-changes-seen';
import { Jobs1763800000059 } from './migrations/1763800000059-jobs';
import { JobRuns1763800000060 } from './migrations/1763800000060-job-runs';
import { KeptLines1763800000061 } from './migrations/1763800000061-kept-lines';
import { ShownInEvents1763800000062 } from './migrations/1763800000062-shown-in-events';
import { PlacesPerOccurrence1763800000063 } from './migrations/1763800000063-places-per-occurrence';

export const databaseOptions = ({
  databaseUrl,
  databasePoolSize,
}: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>): DatabaseOptions => ({
  url: databaseUrl,
  poolSize: databasePoolSize,
  applicationName: 'calendar-service',
  entities: [Term],
  migrations: [
    TextComparison1763800000000,
    VenuesAndOrganizers1763800000001,
    Events1763800000002,
    Terms1763800000003,
    ListOrders1763800000013,
    Places1763800000014,
    Changes1763800000015,
    Images1763800000020,
    Tickets1763800000023,
    Attendees1763800000024,
    Recurrence1763800000026,
    RecurrenceGaps1763800000027,
    EventIdentity1763800000030,
    PrivateFeeds1763800000031,
    Tallies1763800000037,
    FillTallies1763800000038,
    ListIndexes1763800000039,
    RenderedTexts1763800000053,
    ChangesSeen1763800000054,
    Jobs1763800000059,
    JobRuns1763800000060,
    KeptLines1763800000061,
    ShownInEvents1763800000062,
    PlacesPerOccurrence1763800000063,
  ],
});

export const calendarDataSource = (settings: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>) =>
  createDataSource(databaseOptions(settings));
