import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { NAMESPACE, SETTINGS, type Settings } from '../../../config';
import { subscription } from '../events/facts/add-to-calendar';
import { EventViews } from '../views/event-views';
import { pageNumber, readViewRequest } from '../views/query/view-request';
import { monthName, shortWeekday } from '../views/shown/days';

const PER_PAGE = 20;

/** The filter by which a page lists events. */
export type RecordFilter = Partial<Record<'venue' | 'organizer' | 'categories' | 'tags', string>>;

/** Lists the events of a venue, organizer, category or tag on its page. */
@Injectable()
export class RecordList {
  constructor(
    private readonly views: EventViews,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param path the address of the page */
  async data(path: string, filters: RecordFilter, query: Readonly<Record<string, unknown>>, actor: Actor) {
    const request = { ...readViewRequest(query), filters };
    const page = pageNumber(query['page']);
    const offset = (page - 1) * PER_PAGE;
    const { events, total, note } = await this.views.list(request, { count: PER_PAGE, offset }, actor);
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const to = (parameters: Record<string, string>) => {
      const text = new URLSearchParams({ ...(request.isPast && { past: '1' }), ...parameters }).toString();
      return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
    };
    const filePath = `/${NAMESPACE}/events.ics?${new URLSearchParams(filters).toString()}`;
    return {
      path,
      months: [...Map.groupBy(events, ({ firstDay }) => monthName(firstDay))],
      shortWeekday,
      note,
      isPast: request.isPast,
      page,
      pages,
      previousPage: page > 1 ? to({ page: String(page - 1) }) : undefined,
      nextPage: page < pages ? to({ page: String(page + 1) }) : undefined,
      otherTimes: request.isPast ? path : `${path}${path.includes('?') ? '&' : '?'}past=1`,
      filePath,
      subscription: subscription(this.settings.baseUrl + filePath),
      calendarPath: `/events/?${new URLSearchParams(filters).toString()}`,
    };
  }
}
