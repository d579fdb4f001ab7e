import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredEvent } from '../../records/record/record.entity';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { EventsModule } from '../events/events.module';
import { FeedsModule } from '../feeds/feeds.module';
import { ChangeableEvents } from './events/changeable-events';
import { EventCancellations } from './events/event-cancellations';
import { EventDifferences } from './events/event-differences';
import { EventImporter } from './events/event-importer';
import { ImportController, ImportRunsController } from './import.controller';
import { ImportedEvents } from './events/imported-events';
import { ImportLinks } from './events/import-links';
import { ImportJobs } from './import-jobs';
import { ImportService } from './import.service';
import { LoneOccurrences } from './events/lone-occurrences';
import { OrganizerAddresses } from './events/organizer-addresses';
import { StrayOccurrences } from './events/stray-occurrences';
import { VenueNames } from './events/venue-names';

@Module({
  imports: [EventsModule, FeedsModule, RecordsModule, TermsModule, TypeOrmModule.forFeature([StoredEvent])],
  controllers: [ImportController, ImportRunsController],
  providers: [
    ChangeableEvents,
    EventCancellations,
    EventDifferences,
    EventImporter,
    ImportedEvents,
    ImportJobs,
    ImportLinks,
    ImportService,
    LoneOccurrences,
    OrganizerAddresses,
    StrayOccurrences,
    VenueNames,
  ],
})
export class ImportModule {}
