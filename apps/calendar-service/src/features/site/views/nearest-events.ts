import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventListParser } from '../../events/listing/event-list-parser';
import { EventViews } from './event-views';
import { ViewedEvents } from './viewed-events';
import { isFiltered, type ViewRequest } from './view-request';
import { addDays, type CalendarDay, plainDay } from '../days';
import type { EventEntry } from './event-entry';

/** Events at the border of a period may be outside of it on one clock and inside on another. */
const MAX_AT_BORDER = 20;

/** Days without events that match the request. */
interface EmptyPeriod {
  first: CalendarDay;
  last: CalendarDay;
  /** `in June 2027`. */
  words: string;
}

/** Where to go from a period without events. */
interface Nearest {
  /** `The next is on`. */
  lead: string;
  date: string;
  event: Pick<EventEntry, 'title' | 'path' | 'firstDay'>;
}

/** The sentence of a page without events, and the event that it leads to. */
export interface EmptyViewNotice {
  sentence: string;
  nearest: Nearest | undefined;
}

/** Leads from a period without events to the next one that has some, by the same filters and rights. */
@Injectable()
export class NearestEvents {
  constructor(
    private readonly queries: EventListParser,
    private readonly events: ViewedEvents,
    private readonly views: EventViews,
  ) {}

  /** For a period of a view. */
  async around(request: ViewRequest, { first, last, words }: EmptyPeriod, actor: Actor): Promise<EmptyViewNotice> {
    return {
      sentence: isFiltered(request) ? `No events match these filters ${words}.` : `No events ${words}.`,
      nearest: (await this.after(request, last, actor)) ?? (await this.before(request, first, actor)),
    };
  }

  /**
   * For a batch of a list of coming events, or with `isPast` of past ones.
   * @param batch its number
   * @param hasFilters whether the reader chose filters
   */
  async aroundList(request: ViewRequest, batch: number, hasFilters: boolean, actor: Actor): Promise<EmptyViewNotice> {
    if (batch > 1) return { sentence: 'This page of the list has no events.', nearest: undefined };
    const sentence = request.isPast ? 'There are no past events' : 'No events are coming up';
    const today = this.views.today(request);
    return {
      sentence: hasFilters ? `${sentence} that match these filters.` : `${sentence}.`,
      nearest: request.isPast
        ? await this.after(request, addDays(today, -1), actor)
        : await this.before(request, today, actor),
    };
  }

  private async after(request: ViewRequest, day: CalendarDay, actor: Actor): Promise<Nearest | undefined> {
    const found = await this.first(
      request,
      { starts_after: addDays(day, -1) },
      actor,
      ({ firstDay }) => firstDay > day,
    );
    return found && { lead: 'The next is on', date: plainDay(found.firstDay), event: found };
  }

  private async before(request: ViewRequest, day: CalendarDay, actor: Actor): Promise<Nearest | undefined> {
    const dates = { ends_before: addDays(day, 1), orderby: 'start_date', order: 'desc' };
    const found = await this.first(request, dates, actor, ({ lastDay }) => lastDay < day);
    const tense = found && found.firstDay < this.views.today(request) ? 'was' : 'is';
    return found && { lead: `The last one ${tense} on`, date: plainDay(found.firstDay), event: found };
  }

  private async first(
    request: ViewRequest,
    dates: Record<string, string>,
    actor: Actor,
    matches: (event: EventEntry) => boolean,
  ): Promise<EventEntry | undefined> {
    const { filter, paging } = await this.queries.parse({ ...request.filters, ...dates }, actor);
    await this.views.extendSeries(filter, actor);
    const { events } = await this.events.batch(filter, actor, { ...paging.query, count: MAX_AT_BORDER, offset: 0 });
    return (await this.views.present(events, request)).find(matches);
  }
}
