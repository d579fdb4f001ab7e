import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Get, Param, Query, Render } from '@nestjs/common';
import { CalendarPage } from '../../../web/reader.guard';
import { addDays, type CalendarDay, dayAndMonth, isDay, longDay, plainDay } from '../days';
import { EventViews } from './event-views';
import { NearestEvents } from './nearest-events';
import { neighbours } from './placed-events';
import { batchNumberOf, pagerOf, readViewRequest, viewPath, type ViewRequest } from './view-request';

const PER_PAGE = 25;

/** The events of one day. Its addresses take any segment, so this controller comes after all others of `events`. */
@CalendarPage('events')
export class DayViewController {
  constructor(
    private readonly views: EventViews,
    private readonly nearest: NearestEvents,
  ) {}

  @Get(['today', 'day'])
  @Render('features/site/views/day')
  today(@Query() query: Readonly<Record<string, unknown>>, @CurrentActor() actor: Actor) {
    const request = readViewRequest(query);
    return this.dataOf(this.views.today(request), request, batchNumberOf(query['page']), actor);
  }

  @Get([':day', 'day/:day'])
  @Render('features/site/views/day')
  day(@Param('day') day: string, @Query() query: Readonly<Record<string, unknown>>, @CurrentActor() actor: Actor) {
    if (!isDay(day)) notFound('Day');
    return this.dataOf(day, readViewRequest(query), batchNumberOf(query['page']), actor);
  }

  private async dataOf(day: CalendarDay, request: ViewRequest, batch: number, actor: Actor) {
    const { ofDay, cutFrom, note } = await this.views.ofDays(request, [day], actor);
    const all = ofDay.get(day) ?? [];
    const path = `/events/${day}/`;
    const events = await this.views.withParts(all.slice((batch - 1) * PER_PAGE, batch * PER_PAGE), actor, day);
    const isEmpty = cutFrom === undefined && all.length === 0;
    const period = { first: day, last: day, words: `on ${plainDay(day)}` };
    return {
      ...(await this.views.frame(request, 'day', path, day, actor)),
      title: longDay(day),
      isToday: day === this.views.today(request),
      note:
        cutFrom === undefined ? note : 'This day has more events than can be shown. Use the filters to see the others.',
      nothing: isEmpty ? await this.nearest.around(request, period, actor) : undefined,
      events,
      pager: pagerOf(batch, all.length, PER_PAGE, (more) => viewPath(path, request, more)),
      ...neighbours([addDays(day, -1), addDays(day, 1)], (other) => ({
        name: dayAndMonth(other),
        path: viewPath(`/events/${other}/`, request),
      })),
    };
  }
}
