import { SessionVerifier, type Verdict } from '@almanac/auth';
import { Visitors } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CALENDAR_PAGES } from './calendar-pages';

/** Lets members send files and long texts with the forms of pages. The guard of the page checks the CSRF token. The API takes no sessions. */
@Injectable()
export class FormSessions extends SessionVerifier {
  constructor(private readonly visitors: Visitors) {
    super();
  }

  async verify(request: Request, response: Response): Promise<Verdict | undefined> {
    const isForm = request.method === 'POST' && Boolean(request.is('multipart/form-data'));
    if (!isForm || !CALENDAR_PAGES.test(request.path)) return undefined;
    const visitor = await this.visitors.load(request, response);
    return visitor.stage === 'member' ? { actor: visitor.account.actor } : undefined;
  }
}
