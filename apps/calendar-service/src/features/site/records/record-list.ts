import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { NAMESPACE, SETTINGS, type Settings } from '../../../config';
import { subscription } from '../events/add-to-calendar';
import { EventViews } from '../views/event-views';
import { NearestEvents } from '../views/nearest-events';
import { batchNumberOf, pagerOf, readViewRequest, viewPath } from '../views/view-request';
import { type CalendarDay, monthName, shortWeekday } from '../days';

const PER_PAGE = 20;

/** The filter by which a page lists events. */
export type RecordFilter = Partial<Record<'venue' | 'organizer' | 'categories' | 'tags', string>>;

/** Lists the events of a venue, organizer, category or tag on its page. */
@Injectable()
export class RecordList {
  constructor(
    private readonly views: EventViews,
    private readonly nearest: NearestEvents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param path the address of the page */
  async data(path: string, filters: RecordFilter, query: Readonly<Record<string, unknown>>, actor: Actor) {
    const request = { ...readViewRequest(query), filters };
    const batch = batchNumberOf(query['page']);
    const offset = (batch - 1) * PER_PAGE;
    const { events, total, note } = await this.views.list(request, { count: PER_PAGE, offset }, actor);
    const separator = path.includes('?') ? '&' : '?';
    const pathTo = (parameters: Record<string, string>) =>
      `${path}${separator}${new URLSearchParams(parameters).toString()}`;
    const past = { ...(request.isPast && { past: '1' }) };
    const filePath = `/${NAMESPACE}/events.ics?${new URLSearchParams(filters).toString()}`;
    return {
      path,
      apiPath: `events/?${new URLSearchParams(filters).toString()}`,
      months: [...Map.groupBy(events, ({ firstDay }) => monthName(firstDay))],
      shortWeekday,
      note,
      nothing: events.length === 0 ? await this.nearest.aroundList(request, batch, false, actor) : undefined,
      dayPath: (day: CalendarDay) => viewPath(`/events/${day}/`, request),
      today: this.views.today(request),
      ...this.views.clock(request),
      isPast: request.isPast,
      pager: pagerOf(batch, total, PER_PAGE, (more) => pathTo({ ...past, ...more })),
      otherTimes: request.isPast ? path : pathTo({ past: '1' }),
      filePath,
      subscription: subscription(this.settings.baseUrl + filePath),
      calendarPath: `/events/?${new URLSearchParams(filters).toString()}`,
    };
  }
}
