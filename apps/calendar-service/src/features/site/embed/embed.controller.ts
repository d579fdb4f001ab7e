import { ANONYMOUS, Public } from '@almanac/auth';
import { toProblem } from '@almanac/errors';
import { setSiteHeaders } from '@almanac/web';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { EventViews } from '../views/event-views';
import { readViewRequest, viewPath } from '../views/view-request';

const MAX_EVENTS = 20;
const DEFAULT_EVENTS = 5;
const A_MINUTE = 'public, max-age=60';

/** Other sites may frame this page alone. It reads no session, so a site around it cannot act for a member. */
const FRAMED = { 'frame-ancestors': '*', 'form-action': "'none'" };

/** A list of the next public events for other sites, with the filters of the calendar. */
@Public()
@Controller('events/embed')
export class EmbedController {
  constructor(
    private readonly views: EventViews,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async show(@Query() query: Readonly<Record<string, unknown>>, @Res() response: Response): Promise<void> {
    const request = { ...readViewRequest(query), isPast: false };
    const data = { siteUrl: this.settings.baseUrl, all: this.settings.baseUrl + viewPath('/events/', request) };
    setSiteHeaders(response, FRAMED);
    response.setHeader('Cache-Control', A_MINUTE);
    try {
      const { events } = await this.views.list(request, { count: countOf(query['count']), offset: 0 }, ANONYMOUS);
      response.render('features/site/embed/embed', { ...data, events });
    } catch (failure) {
      const { status, message } = toProblem(failure);
      response.status(status).setHeader('Cache-Control', 'no-store');
      response.render('features/site/embed/embed', { ...data, events: [], message });
    }
  }
}

function countOf(requested: unknown): number {
  const count = typeof requested === 'string' ? Number.parseInt(requested, 10) : DEFAULT_EVENTS;
  return Number.isNaN(count) ? DEFAULT_EVENTS : Math.min(Math.max(1, count), MAX_EVENTS);
}
