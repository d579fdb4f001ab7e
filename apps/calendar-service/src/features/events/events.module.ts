import { Module } from '@nestjs/common';
import { ChangesModule } from '../../records/changes/changes.module';
import { ImagesModule } from '../../calendar/images/images.module';
import { TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { EventChangeFeed } from './listing/event-change-feed';
import { EventListParser } from './listing/event-list-parser';
import { VenuesByPlace } from './listing/place-filters';
import { EventAccess } from './event-access';
import { EventValidator } from './event-validator';
import { EventListing } from './listing/event-listing';
import { EventPasswords } from './passwords/event-passwords';
import { EventPresenter } from './presenter/event.presenter';
import { EventWriter } from './event-writer';
import { EventsController, OccurrencesController } from './events.controller';
import { EventsService } from './events.service';
import { LinkedRecords } from './linked-records';
import { EventReader } from './event-reader';
import { OccurrenceReader } from './occurrence-reader';
import { EventLoader, EventsRepository } from './rows/events.repository';
import { SeriesExpansion, SeriesExtension } from './series/series-expansion';
import { SeriesReach } from './series/series-reach';
import { SeriesRoller } from './series/series-roller';
import { SeriesWork } from './series/series-work';
import { SeriesRepository } from './series/series.repository';
import { SeriesScopes } from './series/series-scopes';
import { SeriesCuts } from './series/series-cuts';
import { SeriesPlanner } from './series/series-planner';
import { SeriesTrash } from './series/series-trash';
import { ChangePlanner } from './change-planner';

@Module({
  imports: [ChangesModule, ImagesModule, RecordsModule, TermsModule],
  controllers: [EventsController, OccurrencesController],
  exports: [
    EventChangeFeed,
    EventListing,
    EventListParser,
    EventAccess,
    EventPasswords,
    EventReader,
    EventsService,
    EventLoader,
    EventsRepository,
    TicketsRepository,
    SeriesReach,
    SeriesScopes,
    SeriesWork,
  ],
  providers: [
    EventChangeFeed,
    EventListParser,
    VenuesByPlace,
    EventAccess,
    EventValidator,
    EventListing,
    EventLoader,
    EventPasswords,
    EventPresenter,
    EventReader,
    EventWriter,
    EventsRepository,
    EventsService,
    LinkedRecords,
    OccurrenceReader,
    SeriesCuts,
    SeriesExpansion,
    SeriesExtension,
    SeriesPlanner,
    SeriesReach,
    SeriesRepository,
    SeriesRoller,
    SeriesScopes,
    SeriesTrash,
    SeriesWork,
    ChangePlanner,
    TicketsRepository,
  ],
})
export class EventsModule {}
