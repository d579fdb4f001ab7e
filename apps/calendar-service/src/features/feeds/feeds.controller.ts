import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Routes } from '@almanac/openapi';
import { RecordService } from '../../records/record.service';
import { ORGANIZER } from '../organizers/organizer.kind';
import { TermsService } from '../terms/terms.service';
import { VENUE } from '../venues/venue.kind';
import { PathId } from '../../calendar/addresses/path-id';
import { EventListDto } from '../events/listing/event-filters';
import { EventFeed } from './event-feed';
import { CALENDAR_FILE } from './feed.schema';
import { sendCalendar } from './send-calendar';

const FEED = { takes: EventListDto, ...CALENDAR_FILE };

/** Calendar files of the events that the caller may read; anonymous callers get public events. */
@Routes({
  'GET /events.ics': { summary: 'All events that match, as a calendar file', ...FEED },
  'GET /events/:id.ics': { summary: 'One event as a calendar file', ...CALENDAR_FILE },
  'GET /venues/:id.ics': { summary: 'The events of a venue as a calendar file', ...FEED },
  'GET /organizers/:id.ics': { summary: 'The events of an organizer as a calendar file', ...FEED },
  'GET /categories/:id.ics': { summary: 'The events of a category as a calendar file', ...FEED },
})
@Controller()
export class FeedsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly records: RecordService,
    private readonly terms: TermsService,
  ) {}

  @Get('events.ics')
  async events(
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await sendCalendar(await this.feed.list('Events', 'events', input, actor), actor, request, response);
  }

  @Get('events/:id.ics')
  async event(
    @PathId() id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await sendCalendar(await this.feed.single(id, input, actor), actor, request, response);
  }

  @Get('venues/:id.ics')
  async venue(
    @PathId() id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { name, slug } = await this.records.read(VENUE, { id }, actor);
    await sendCalendar(
      await this.feed.list(name, slug, { ...input, venue: String(id) }, actor),
      actor,
      request,
      response,
    );
  }

  @Get('organizers/:id.ics')
  async organizer(
    @PathId() id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { name, slug } = await this.records.read(ORGANIZER, { id }, actor);
    await sendCalendar(
      await this.feed.list(name, slug, { ...input, organizer: String(id) }, actor),
      actor,
      request,
      response,
    );
  }

  @Get('categories/:id.ics')
  async category(
    @PathId() id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { name, slug } = await this.terms.read('category', id);
    await sendCalendar(
      await this.feed.list(name, slug, { ...input, categories: slug }, actor),
      actor,
      request,
      response,
    );
  }
}
