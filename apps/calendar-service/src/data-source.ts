import { createDataSource, type DatabaseOptions } from '@almanac/database';
import type { Settings } from './config';
import { StoredImage } from './calendar/images/image.entity';
import { StoredTicket } from './calendar/tickets/ticket.entity';
import { StoredAttendee } from './features/attendees/attendee.entity';
import { Feed } from './features/feeds/private/feed.entity';
import { Term, TermTally } from './features/terms/term.entity';
import { WebhookReport } from './features/webhook-reports/webhook-report.entity';
import { ChangeFeedState, StoredChange } from './records/changes/change.entity';
import {
  EventOrganizer,
  EventTerm,
  EventVenue,
  OccurrenceTally,
  StoredOccurrence,
} from './records/record/event-links.entity';
import { StoredEvent, StoredOrganizer, StoredVenue } from './records/record/record.entity';
import { JobRun, JobRunNote } from '@almanac/jobs';
import { KeptAnswer } from '@almanac/http';
import { MIGRATIONS, REPLACED } from './migrations';

const ENTITIES = [
  ChangeFeedState,
  EventOrganizer,
  EventTerm,
  EventVenue,
  Feed,
  JobRun,
  JobRunNote,
  KeptAnswer,
  OccurrenceTally,
  StoredAttendee,
  StoredChange,
  StoredEvent,
  StoredImage,
  StoredOccurrence,
  StoredOrganizer,
  Term,
  StoredTicket,
  StoredVenue,
  TermTally,
  WebhookReport,
];

export const databaseOptions = ({
  databaseUrl,
  databasePoolSize,
}: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>): DatabaseOptions => ({
  url: databaseUrl,
  poolSize: databasePoolSize,
  applicationName: 'calendar-service',
  entities: ENTITIES,
  migrations: MIGRATIONS,
  replaced: REPLACED,
});

export const calendarDataSource = (settings: Pick<Settings, 'databaseUrl' | 'databasePoolSize'>) =>
  createDataSource(databaseOptions(settings));
