import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { AttendeesModule } from '../attendees/attendees.module';
import { EventsModule } from '../events/events.module';
import { FeedsModule } from '../feeds/feeds.module';
import { EventSitePresenter } from './events/event-site-presenter';
import { EventSiteController } from './events/event-site.controller';
import { EventSurroundings } from './events/event-surroundings';
import { SeriesDateLinks } from './events/series-date-links';
import { OpenedEvents } from './events/opened-events';
import { EmbedController } from './embed/embed.controller';
import { RecordList } from './records/record-list';
import { RecordSiteController } from './records/record-site.controller';
import { TermSiteController } from './records/term-site.controller';
import { NextEventsController } from './discovery/next-events.controller';
import { PublicEvents } from './discovery/public-events';
import { SiteFilesController } from './discovery/site-files.controller';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { PlacesSitePresenter, PlacesSiteController } from './places/places-site.controller';
import { ManagingModule } from './managing/managing.module';
import { DayViewController } from './views/day-view.controller';
import { EventViews } from './views/event-views';
import { NearestEvents } from './views/nearest-events';
import { FilterOptionQueries } from './views/filter-options';
import { ViewedEvents } from './views/viewed-events';
import { ViewsController } from './views/views.controller';

/** The calendar as pages for people. Reads follow the rules of the API, with the rights of the reader. */
@Module({
  imports: [AttendeesModule, EventsModule, FeedsModule, ManagingModule, RecordsModule, TermsModule, WebModule],
  // `DayViewController` comes last: its addresses take any segment.
  controllers: [
    EmbedController,
    NextEventsController,
    SiteFilesController,
    TermSiteController,
    RecordSiteController,
    EventSiteController,
    PlacesSiteController,
    ViewsController,
    DayViewController,
  ],
  providers: [
    EventSitePresenter,
    EventSurroundings,
    EventViews,
    FilterOptionQueries,
    NearestEvents,
    OpenedEvents,
    PlacesSitePresenter,
    PublicEvents,
    RecordList,
    SeriesDateLinks,
    ViewedEvents,
  ],
})
export class SiteModule {}
