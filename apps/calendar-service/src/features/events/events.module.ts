import { Module } from '@nestjs/common';
import { ChangesModule } from '../../records/changes/changes.module';
import { ImagesModule } from '../../calendar/images/images.module';
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
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { LinkedRecords } from './inputs/linked-records';
import { RepeatedFields } from './inputs/repeated-fields';
import { EventReads } from './event-reads';
import { OccurrenceReads } from './occurrence-reads';
import { OccurrencesController } from './occurrences.controller';
import { EventRowsModule } from './rows/event-rows.module';
import { SeriesModule } from './series/series.module';
import { SeriesWriting } from './series-writing';

@Module({
  imports: [ChangesModule, EventRowsModule, ImagesModule, RecordsModule, SeriesModule, TermsModule],
  controllers: [EventsController, OccurrencesController],
  exports: [
    EventChanges,
    EventListing,
    EventListQueries,
    EventAccess,
    EventInputs,
    EventPasswords,
    EventReads,
    EventStore,
    EventsService,
    EventRowsModule,
    SeriesModule,
  ],
  providers: [
    EventChanges,
    EventListQueries,
    VenuesByPlace,
    EventAccess,
    EventInputs,
    EventListing,
    EventOpenings,
    EventPasswords,
    EventPresenter,
    EventReads,
    EventLists,
    EventStore,
    EventsService,
    LinkedRecords,
    OccurrenceReads,
    RepeatedFields,
    SeriesWriting,
  ],
})
export class EventsModule {}
