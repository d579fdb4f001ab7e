import { type Actor, CurrentActor, isAnonymous } from '@almanac/auth';
import { Routes, TEXT } from '@almanac/openapi';
import { setSiteHeaders, WebPage } from '@almanac/web';
import { Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';

/** The described interfaces, by their name in `?of=`. The calendar describes itself to all callers. */
const INTERFACES = {
  content: { label: 'Library', path: '/api/docs', description: '/api/openapi.json' },
  calendar: { label: 'Calendar', path: '/api/docs?of=calendar', description: '/calendar/events/v1/doc' },
};

/** The page from which people read and try the interfaces. */
@Routes({
  'GET /': {
    summary: 'Show this documentation as a page',
    answer: TEXT,
    mediaType: 'text/html',
    others: { 302: { description: 'Visitors who are not logged in are redirected to the log-in page' } },
  },
})
@WebPage('api/docs')
export class DocsPageController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  display(
    @CurrentActor() actor: Actor,
    @Query('of') of: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const shown = of === 'calendar' ? 'calendar' : 'content';
    const isOpen = shown === 'calendar' || this.settings.docsPublic;
    if (isAnonymous(actor) && !isOpen) {
      response.redirect(302, `${this.settings.baseUrl}/login?return=${encodeURIComponent(request.originalUrl)}`);
      return;
    }
    setSiteHeaders(response);
    response.render('features/docs/docs', {
      title: 'API documentation',
      width: 'full',
      section: 'docs',
      choices: Object.values(INTERFACES),
      shown: INTERFACES[shown],
    });
  }
}
