import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { EventsModule } from '../events/events.module';
import { FeedsModule } from '../feeds/feeds.module';
import { EventImporter } from './event-importer';
import { ImportController } from './import.controller';
import { ImportedEvents } from './imported-events';
import { ImportLinks } from './import-links';
import { ImportJobs } from './import-jobs';
import { ImportRunsController } from './import-runs.controller';
import { ImportService } from './import.service';
import { VenueNames } from './venue-names';

@Module({
  imports: [EventsModule, FeedsModule, RecordsModule, TermsModule],
  controllers: [ImportController, ImportRunsController],
  providers: [EventImporter, ImportedEvents, ImportJobs, ImportLinks, ImportService, VenueNames],
})
export class ImportModule {}
