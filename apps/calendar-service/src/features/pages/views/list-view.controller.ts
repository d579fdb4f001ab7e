import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Query, Render } from '@nestjs/common';
import { CalendarPage } from '../../../web/reader.guard';
import { EventListQueries } from '../../events/listing/event-list-query';
import { CALENDAR } from '../calendar-layout';
import { ViewedEvents } from './viewed-events';

const PER_PAGE = 24;

@CalendarPage('events')
export class ListViewController {
  constructor(
    private readonly queries: EventListQueries,
    private readonly events: ViewedEvents,
  ) {}

  @Get()
  @Render('features/pages/views/list')
  async list(@Query() given: Record<string, string>, @CurrentActor() actor: Actor) {
    const { filter, paging } = await this.queries.checked({ overlaps_from: 'today' }, actor);
    const { events } = await this.events.page(filter, actor, { ...paging.query, count: PER_PAGE });
    return { ...CALENDAR, title: 'Events', events, given };
  }
}
