import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { AttendeesModule } from '../attendees/attendees.module';
import { EventsModule } from '../events/events.module';
import { FeedsModule } from '../feeds/feeds.module';
import { EventPage } from './events/event-site-presenter';
import { EventPagesController } from './events/event-site.controller';
import { EventSurroundings } from './events/event-surroundings';
import { SeriesDates } from './events/series-date-links';
import { OpenedEvents } from './events/opened-events';
import { EmbedController } from './embed/embed.controller';
import { RecordList } from './records/record-list';
import { RecordPagesController } from './records/record-site.controller';
import { TermPagesController } from './records/term-site.controller';
import { NextEventsController } from './discovery/next-events.controller';
import { PublicEvents } from './discovery/public-events';
import { SiteFilesController } from './discovery/site-files.controller';
import { RecordsModule } from '../../records/records.module';
import { TermsModule } from '../terms/terms.module';
import { PlacesPage, PlacesPagesController } from './places/places-site.controller';
import { DayViewController } from './views/day-view.controller';
import { EventViews } from './views/event-views';
import { NearestEvents } from './views/nearest-events';
import { FilterOptionQueries } from './views/filter-options';
import { ViewedEvents } from './views/viewed-events';
import { ViewsController } from './views/views.controller';

/** The calendar as pages for people. Reads follow the rules of the API, with the rights of the reader. */
@Module({
  imports: [AttendeesModule, EventsModule, FeedsModule, RecordsModule, TermsModule, WebModule],
  // `DayViewController` comes last: its addresses take any segment.
  controllers: [
    EmbedController,
    NextEventsController,
    SiteFilesController,
    TermPagesController,
    RecordPagesController,
    EventPagesController,
    PlacesPagesController,
    ViewsController,
    DayViewController,
  ],
  providers: [
    EventPage,
    EventSurroundings,
    EventViews,
    FilterOptionQueries,
    NearestEvents,
    OpenedEvents,
    PlacesPage,
    PublicEvents,
    RecordList,
    SeriesDates,
    ViewedEvents,
  ],
})
export class PagesModule {}
