import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { EventsModule } from '../events/events.module';
import { ListViewController } from './views/list-view.controller';
import { ViewedEvents } from './views/viewed-events';

/** The calendar as pages for people. Reads follow the rules of the API, with the rights of the reader. */
@Module({
  imports: [EventsModule, WebModule],
  controllers: [ListViewController],
  providers: [ViewedEvents],
})
export class PagesModule {}
