import { type Actor, CurrentActor, isAnonymous, Public, refusalProblem } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { DOCUMENT_SCHEMA, Explained, Routes, TEXT } from '@almanac/openapi';
import { Controller, Get, Inject, Redirect, Req, Res } from '@nestjs/common';
import { Takes, Text } from '@almanac/validation';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { DOCS_SCHEMA } from './docs.presenter';
import { DocsService } from './docs.service';

/** The downloaded page runs and loads nothing; it uses only its inline style sheet. */
const DOWNLOAD_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

@Explained<DownloadDto>({ format: 'The format of the file; a page without it' })
class DownloadDto {
  // Any other value means the page, as in the reference.
  @Text()
  @Takes({ enum: ['json'] })
  format?: string;
}

@Routes({
  'GET /': { summary: 'Redirect to the documentation' },
  'GET /docs/download': {
    summary: 'Download the documentation as one HTML file, or as JSON',
    takes: DownloadDto,
    answers: { 'application/json': DOCS_SCHEMA, 'text/html': TEXT },
  },
  'GET /docs.json': { summary: 'Read the documentation as JSON', answer: DOCS_SCHEMA, isVersioned: true },
  'GET /openapi.json': {
    name: 'openapi',
    summary: 'Read the OpenAPI description of this interface',
    answer: DOCUMENT_SCHEMA,
    isVersioned: true,
  },
})
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

  @Get('docs/download')
  @Public()
  async download(@Input() { format }: RawInput, @CurrentActor() actor: Actor, @Res() response: Response) {
    this.requireReader(actor);
    const { endpoints, page } = await this.docs.documents();
    if (format === 'json') response.attachment('api-docs.json').send(endpoints.text);
    else
      response
        .attachment('api-docs.html')
        .type('html')
        .setHeader('Content-Security-Policy', DOWNLOAD_POLICY)
        .send(page);
  }

  @Get('docs.json')
  @Public()
  async json(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response) {
    this.requireReader(actor);
    const { endpoints } = await this.docs.documents();
    endpoints.send(request, response);
  }

  @Get('openapi.json')
  @Public()
  async openApi(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response) {
    this.requireReader(actor);
    const { openApi } = await this.docs.documents();
    openApi.send(request, response);
  }

  private requireReader(actor: Actor): void {
    if (isAnonymous(actor) && !this.settings.docsPublic) throw refusalProblem('missing');
  }
}
