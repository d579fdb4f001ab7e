import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PathId } from '../../../calendar/addresses/path-id';
import { attendanceOf } from '../../../calendar/tickets/attendance';
import { mayDelete, refuse } from '../../../records/access/rights';
import { inTrash } from '../../../records/writing/record-trash';
import { MemberPage } from '../../../web/reader.guard';
import { EventAccess } from '../../events/event-access';
import { EventsService } from '../../events/events.service';
import { EventLoader } from '../../events/rows/events.repository';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';

/** Moves events to the trash, and back. */
@MemberPage('events/community')
export class EventTrashController {
  constructor(
    private readonly access: EventAccess,
    private readonly events: EventsService,
    private readonly loader: EventLoader,
  ) {}

  @Get('delete/event/:id')
  @Render('features/site/writing/delete-event')
  async ask(@PathId() id: number, @CurrentActor() actor: Actor) {
    const row = await this.access.getUnchecked(id, actor);
    if (!mayDelete(actor, 'event', row)) refuse(actor);
    if (row.status === 'trash') inTrash('event');
    const { tickets } = await this.loader.loadRow(row);
    const { going } = attendanceOf(tickets);
    return {
      ...CALENDAR_LAYOUT,
      width: 'narrow',
      title: 'Delete the event',
      name: row.title,
      path: eventPath(row),
      tickets,
      going,
    };
  }

  @PostForm('delete/event/:id')
  async remove(
    @PathId() id: number,
    @Input() { scope, occurrence_date }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const part = Object.entries({ scope, occurrence_date }).filter(([, text]) => text !== undefined && text !== '');
    const { row } = await this.events.delete({ id }, Object.fromEntries(part), actor);
    const isTrashed = row.status === 'trash';
    notify(
      request,
      isTrashed ? `The event “${row.title}” is in the trash.` : `One date of “${row.title}” is deleted.`,
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
