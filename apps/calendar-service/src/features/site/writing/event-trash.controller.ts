import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import { attendanceOf } from '../../../calendar/tickets/attendance';
import { mayDelete, refuse } from '../../../records/access/rights';
import { inTrash } from '../../../records/writing/record-trash';
import { MemberPage } from '../../../web/reader.guard';
import { EventAccess } from '../../events/event-access';
import { EventsService } from '../../events/events.service';
import { EventLoader } from '../../events/rows/events.repository';
import { isSeries } from '../../events/series/series-row';
import { seriesPartIn } from '../../events/series/series-scopes';
import { startText } from '../events/event-facts';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';
import { occurrencePath } from '../record-paths';
import { SeriesForms, seriesQuestion } from './series-forms';

/** Moves events to the trash, and back. */
@MemberPage('events/community')
export class EventTrashController {
  constructor(
    private readonly access: EventAccess,
    private readonly events: EventsService,
    private readonly loader: EventLoader,
    private readonly series: SeriesForms,
  ) {}

  @Get('delete/event/:id')
  @Render('features/site/writing/delete-event')
  async ask(@PathId() id: number, @Query() query: RawInput, @CurrentActor() actor: Actor) {
    const row = await this.access.getUnchecked(id, actor);
    if (!mayDelete(actor, 'event', row)) refuse(actor);
    if (row.status === 'trash') inTrash('event');
    const { scope } = seriesPartIn(query);
    const { startsLocal } = await this.series.partOf(row, query);
    const { tickets } = await this.loader.loadRow(row);
    const { going } = attendanceOf(tickets);
    return {
      ...CALENDAR_LAYOUT,
      width: 'narrow',
      title: scope === 'this' ? 'Take out a date' : 'Delete the event',
      question: seriesQuestion({ ...row, startsLocal }, query),
      scope,
      isSeries: isSeries(row),
      date: startText(startsLocal, row.allDay),
      name: row.title,
      path: query['occurrence_date'] === undefined ? eventPath(row) : occurrencePath(row, startsLocal),
      tickets,
      going,
    };
  }

  @PostForm('delete/event/:id')
  async remove(
    @PathId() id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { row } = await this.events.delete({ id }, seriesPartIn(form), actor);
    const isTrashed = row.status === 'trash';
    notify(
      request,
      isTrashed ? `The event “${row.title}” is in the trash.` : `A date of “${row.title}” is taken out.`,
      isTrashed ? { path: '/events/community/list?status=trash', label: 'Open the trash' } : undefined,
    );
    return { url: isTrashed ? '/events/' : eventPath(row) };
  }

  @PostForm('restore/event/:id')
  async restore(@PathId() id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    const { row } = await this.events.restore(id, {}, actor);
    notify(request, 'The event is restored.');
    return { url: eventPath(row) };
  }
}
