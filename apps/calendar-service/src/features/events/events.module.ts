import { Module } from '@nestjs/common';
import { ChangesModule } from '../../records/changes/changes.module';
import { ImagesModule } from '../../calendar/images/images.module';
import { TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { EventChanges } from './listing/event-changes';
import { EventListQueries, EventLists } from './listing/event-lists';
import { VenuesByPlace } from './listing/event-places';
import { EventAccess } from './event-access';
import { EventInputs } from './event-inputs';
import { EventListing } from './listing/event-listing';
import { EventPasswords } from './passwords/event-passwords';
import { EventPresenter } from './presenter/event.presenter';
import { EventStore } from './event-store';
import { EventsController, OccurrencesController } from './events.controller';
import { EventsService } from './events.service';
import { LinkedRecords } from './linked-records';
import { EventReads } from './event-reads';
import { OccurrenceReads } from './occurrence-reads';
import { EventLoader, EventsRepository } from './rows/events.repository';
import { SeriesExpansion, SeriesExtension } from './series/series-expansion';
import { SeriesReach } from './series/series-reach';
import { SeriesRoller } from './series/series-roller';
import { SeriesWork } from './series/series-work';
import { SeriesRepository } from './series/series.repository';
import { SeriesScopes } from './series/series-scopes';
import { SeriesCuts } from './series/series-cuts';
import { SeriesPlanning } from './series/series-planning';
import { SeriesTrash } from './series/series-trash';
import { SeriesWriting } from './series-writing';

@Module({
  imports: [ChangesModule, ImagesModule, RecordsModule, TermsModule],
  controllers: [EventsController, OccurrencesController],
  exports: [
    EventChanges,
    EventListing,
    EventListQueries,
    EventAccess,
    EventPasswords,
    EventReads,
    EventsService,
    EventLoader,
    EventsRepository,
    TicketsRepository,
    SeriesReach,
    SeriesScopes,
  ],
  providers: [
    EventChanges,
    EventListQueries,
    VenuesByPlace,
    EventAccess,
    EventInputs,
    EventListing,
    EventLoader,
    EventPasswords,
    EventPresenter,
    EventReads,
    EventLists,
    EventStore,
    EventsRepository,
    EventsService,
    LinkedRecords,
    OccurrenceReads,
    SeriesCuts,
    SeriesExpansion,
    SeriesExtension,
    SeriesPlanning,
    SeriesReach,
    SeriesRepository,
    SeriesRoller,
    SeriesScopes,
    SeriesTrash,
    SeriesWork,
    SeriesWriting,
    TicketsRepository,
  ],
})
export class EventsModule {}
