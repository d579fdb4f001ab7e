import { type Actor, CurrentActor, isAnonymous, Public } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { Controller, Get, Inject, Redirect, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { DocsService } from './docs.service';

/** The page runs and loads nothing; it uses only its inline style sheet. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

@Controller('api')
export class DocsController {
  constructor(
    private readonly docs: DocsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Public()
  @Redirect('/api/docs', 302)
  root() {
    return { url: `${this.settings.baseUrl}/api/docs` };
  }

  // Users open this in a browser, so visitors who are not logged in are redirected to the log-in page.
  @Get('docs')
  @Public()
  display(@CurrentActor() actor: Actor, @Res() response: Response) {
    if (isAnonymous(actor)) response.redirect(302, `${this.settings.baseUrl}/login?return=%2Fapi%2Fdocs`);
    else this.send(response);
  }

  @Get('docs/download')
  download(@Input() { format }: RawInput, @Res() response: Response) {
    if (format === 'json') response.attachment('api-docs.json').json(this.docs.read());
    else this.send(response.attachment('api-docs.html'));
  }

  @Get('docs.json')
  json() {
    return this.docs.read();
  }

  private send(response: Response): void {
    response.type('html').setHeader('Content-Security-Policy', PAGE_POLICY).send(this.docs.page());
  }
}
