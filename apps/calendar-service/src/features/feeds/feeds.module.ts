import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { UsersModule } from '../../calendar/users/users.module';
import { EventsModule } from '../events/events.module';
import { CalendarEvents } from './calendar-events';
import { EventFeed } from './event-feed';
import { FeedEntries } from './feed-entries';
import { FeedSeries } from './feed-series';
import { FeedVersion } from './feed-version';
import { FeedsController } from './feeds.controller';
import { PrivateFeedsController } from './private/private-feeds.controller';
import { PrivateFeedsRepository } from './private/private-feeds.repository';
import { PrivateFeeds } from './private/private-feeds.service';

@Module({
  imports: [EventsModule, RecordsModule, TermsModule, UsersModule],
  controllers: [FeedsController, PrivateFeedsController],
  providers: [CalendarEvents, EventFeed, FeedEntries, FeedSeries, FeedVersion, PrivateFeeds, PrivateFeedsRepository],
  exports: [CalendarEvents, EventFeed, FeedSeries],
})
export class FeedsModule {}
