import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Get, Param, Query, Render } from '@nestjs/common';
import { CalendarPage } from '../../../web/reader.guard';
import {
  addDays,
  addMonths,
  type CalendarDay,
  dayAndMonth,
  daysBetween,
  isDay,
  isMonth,
  monthName,
  mondayOf,
  plainDay,
  shortWeekday,
  weekday,
  weeksOf,
} from '../days';
import { EventViews } from './event-views';
import { NearestEvents } from './nearest-events';
import { legendOf, cellOf, neighbours } from './placed-events';
import { isFiltered, batchNumberOf, pagerOf, readViewRequest, viewPath } from './view-request';

type ViewQuery = Readonly<Record<string, unknown>>;

const PER_PAGE = 20;
/** Events in a cell of a month and of a week. The others are on the page of the day. */
const MAX_IN_MONTH = 4;
const MAX_IN_WEEK = 30;

/** The calendar as a list, by month and by week. */
@CalendarPage('events')
export class ViewsController {
  constructor(
    private readonly views: EventViews,
    private readonly nearest: NearestEvents,
  ) {}

  @Get(['', 'list'])
  @Render('features/site/views/list')
  async list(@Query() query: ViewQuery, @CurrentActor() actor: Actor) {
    const request = readViewRequest(query);
    const batch = batchNumberOf(query['page']);
    const { events, total, note } = await this.views.list(
      request,
      { count: PER_PAGE, offset: (batch - 1) * PER_PAGE },
      actor,
    );
    const past = { ...(request.isPast && { past: '1' }) };
    const months = Map.groupBy(events, ({ firstDay }) => monthName(firstDay));
    return {
      ...(await this.views.frame(request, 'list', '/events/', this.views.today(request), actor)),
      title: request.isPast ? 'Past events' : 'Upcoming events',
      months: [...months],
      note,
      nothing:
        events.length === 0 ? await this.nearest.aroundList(request, batch, isFiltered(request), actor) : undefined,
      pager: pagerOf(batch, total, PER_PAGE, (more) => viewPath('/events/', request, { ...past, ...more })),
      shortWeekday,
    };
  }

  @Get(['month', 'month/:month'])
  @Render('features/site/views/month')
  async month(@Query() query: ViewQuery, @CurrentActor() actor: Actor, @Param('month') requested?: string) {
    const request = readViewRequest(query);
    const today = this.views.today(request);
    const first = `${requested === undefined ? today.slice(0, 7) : isMonth(requested) ? requested : notFound('Month')}-01`;
    const weeks = weeksOf(first);
    const { ofDay, cutFrom, note } = await this.views.ofDays(request, weeks.flat(), actor);
    const isCurrent = today.startsWith(first.slice(0, 7));
    const cell = (day: CalendarDay) => cellOf(day, ofDay.get(day) ?? [], MAX_IN_MONTH, cutFrom);
    const last = addDays(addMonths(first, 1), -1);
    const isEmpty = cutFrom === undefined && daysBetween(first, last).every((day) => ofDay.get(day)?.length === 0);
    const period = { first, last, words: `in ${monthName(first)}` };
    return {
      ...(await this.views.frame(
        request,
        'month',
        `/events/month/${first.slice(0, 7)}/`,
        isCurrent ? today : first,
        actor,
      )),
      scripts: ['zone.js', 'month.js'],
      title: monthName(first),
      month: first.slice(0, 7),
      note,
      nothing: isEmpty ? await this.nearest.around(request, period, actor) : undefined,
      legend: isEmpty ? [] : legendOf(ofDay),
      weekdays: (weeks[0] ?? []).map((day) => ({ short: shortWeekday(day), long: weekday(day) })),
      weeks: weeks.map((days) => days.map(cell)),
      ...neighbours([addMonths(first, -1), addMonths(first, 1)], (day) => ({
        name: monthName(day),
        path: viewPath(`/events/month/${day.slice(0, 7)}/`, request),
      })),
    };
  }

  @Get(['week', 'week/:day'])
  @Render('features/site/views/week')
  async week(@Query() query: ViewQuery, @CurrentActor() actor: Actor, @Param('day') requested?: string) {
    const request = readViewRequest(query);
    const today = this.views.today(request);
    const chosen = requested === undefined ? today : isDay(requested) ? requested : notFound('Week');
    const first = mondayOf(chosen);
    const days = daysBetween(first, addDays(first, 6));
    const { ofDay, cutFrom, note } = await this.views.ofDays(request, days, actor);
    const isEmpty = cutFrom === undefined && days.every((day) => ofDay.get(day)?.length === 0);
    const period = { first, last: addDays(first, 6), words: 'in this week' };
    return {
      ...(await this.views.frame(
        request,
        'week',
        `/events/week/${first}/`,
        days.includes(today) ? today : first,
        actor,
      )),
      title: `${dayAndMonth(first)} – ${plainDay(addDays(first, 6))}`,
      note,
      nothing: isEmpty ? await this.nearest.around(request, period, actor) : undefined,
      legend: isEmpty ? [] : legendOf(ofDay),
      days: days.map((day) => ({
        ...cellOf(day, ofDay.get(day) ?? [], MAX_IN_WEEK, cutFrom),
        weekday: weekday(day),
        date: dayAndMonth(day),
      })),
      ...neighbours([addDays(first, -7), addDays(first, 7)], (day) => ({
        name: `Week of ${dayAndMonth(day)}`,
        path: viewPath(`/events/week/${day}/`, request),
      })),
    };
  }
}
