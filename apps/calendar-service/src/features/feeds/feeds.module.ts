import { Module } from '@nestjs/common';
import { LinkedModule } from '../../domain/linked/linked.module';
import { RecordsModule } from '../../domain/records/records.module';
import { TermsModule } from '../../domain/terms/terms.module';
import { EventsModule } from '../events/events.module';
import { CalendarEvents } from './calendar-events';
import { EventFeed } from './event-feed';
import { FeedEntries } from './feed-entries';
import { FeedVersion } from './feed-version';
import { FeedsController } from './feeds.controller';

@Module({
  imports: [EventsModule, LinkedModule, RecordsModule, TermsModule],
  controllers: [FeedsController],
  providers: [CalendarEvents, EventFeed, FeedEntries, FeedVersion],
  exports: [CalendarEvents],
})
export class FeedsModule {}
