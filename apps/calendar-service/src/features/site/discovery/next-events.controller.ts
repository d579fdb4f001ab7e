import { type Actor, CurrentActor } from '@almanac/auth';
import { NEXT_EVENTS_PATH, type NextEvent } from '@almanac/web';
import { Get } from '@nestjs/common';
import { CalendarPage } from '../../../web/reader.guard';
import { EventViews } from '../views/event-views';
import { readViewRequest } from '../views/view-request';

const MAX_EVENTS = 5;

/** The next events for the home page, which the content-service draws. */
@CalendarPage(NEXT_EVENTS_PATH)
export class NextEventsController {
  constructor(private readonly views: EventViews) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<{ events: NextEvent[] }> {
    const { events } = await this.views.list(readViewRequest({}), { count: MAX_EVENTS, offset: 0 }, actor);
    return { events: events.map(({ title, path, datetime, times }) => ({ title, path, datetime, times })) };
  }
}
