import { Module } from '@nestjs/common';
import { ChangesModule } from '../../records/changes/changes.module';
import { ImagesModule } from '../../calendar/images/images.module';
import { TicketsRepository } from '../../calendar/tickets/tickets.repository';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { EventChanges } from './listing/event-changes';
import { EventListQueries } from './listing/event-list-queries';
import { VenuesByPlace } from './listing/event-places';
import { EventAccess } from './event-access';
import { EventInputs } from './inputs/event-inputs';
import { EventListing } from './listing/event-listing';
import { EventOpenings } from './listing/event-openings';
import { EventPasswords } from './passwords/event-passwords';
import { EventPresenter } from './presenter/event.presenter';
import { EventLists } from './listing/event-lists';
import { EventStore } from './event-store';
import { EventsController, OccurrencesController } from './events.controller';
import { EventsService } from './events.service';
import { LinkedRecords } from './inputs/linked-records';
import { RepeatedFields } from './inputs/repeated-fields';
import { EventReads, OccurrenceReads } from './event-reads';
import { EventLoader, EventsRepository } from './rows/events.repository';
import { SeriesExpansion, SeriesExtension } from './series/series-expansion';
import { SeriesReach, SeriesRoller } from './series/series-reach';
import { SeriesWork } from './series/series-work';
import { SeriesRepository } from './series/series.repository';
import { SeriesCuts, SeriesScopes } from './series/series-scopes';
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
    EventOpenings,
    EventPasswords,
    EventPresenter,
    EventReads,
    EventLists,
    EventStore,
    EventsRepository,
    EventsService,
    LinkedRecords,
    OccurrenceReads,
    RepeatedFields,
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
