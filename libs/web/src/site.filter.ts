import { toProblem } from '@almanac/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FormAgain } from './form-again';
import { FormFaults } from './form-faults';
import { setSiteHeaders } from './site-headers';
import { flashForm } from './site-locals';
import { SeeOther } from './local-path';
import { storeSession } from './sessions/browser-sessions';
import { setVisitor, Visitors } from './visitor';

const HEADLINES: Record<number, string> = {
  403: 'This is not possible',
  404: 'There is no such page',
  413: 'That was too much',
  429: 'Please wait a moment',
  503: 'Please try again in a moment',
  507: 'There is no room left',
};

const INVALID = 422;
const TOO_MANY = 429;

/** Answers errors for browsers: redirects, shows a form again with its faults, or shows a page with the message. */
@Catch()
@Injectable()
export class SiteFilter implements ExceptionFilter {
  private readonly logger = new Logger('pages');

  constructor(private readonly visitors: Visitors) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (thrown instanceof SeeOther) {
      response.redirect(303, thrown.path);
      return;
    }
    if (thrown instanceof FormAgain) {
      const { template, data, faults, entered } = thrown;
      response.status(INVALID).render(template, { ...data, faults: new FormFaults(faults), entered });
      return;
    }
    const { status, message, details } = toProblem(thrown);
    if (details.fields && request.visitor && request.method === 'POST') {
      flashForm(request, details.fields);
      await storeSession(request);
      // Every form is sent to the address of the page that shows it.
      response.redirect(303, request.originalUrl);
      return;
    }
    if (status >= 500) this.logger.error('a page failed', details.cause ?? thrown);
    for (const [name, value] of Object.entries(details.headers ?? {})) response.setHeader(name, value);
    setSiteHeaders(response);
    // A caller who is refused for the load must not cause more of it.
    if (!request.visitor && status < 500 && status !== TOO_MANY) await setVisitor(this.visitors, request, response);
    response
      .status(status)
      .render('templates/problem', { title: HEADLINES[status] ?? 'Something went wrong', message });
  }
}
