import { SessionVerifier, type Verdict } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { Accounts } from '../../content/accounts/accounts';
import { WebSessions } from './web-sessions';

const DESCRIPTION = /^\/api\/docs\/?$/;
const ATTACHED = /^\/attachments\//;
const LINKED_OR_EMBEDDED = /^\/(?:attachments|uploads\/images)\//;

/** Lets logged-in users read the API in their browser (content-behaviour §1.4), and the files that its HTML refers to. */
@Injectable()
export class ApiSessions extends SessionVerifier {
  private readonly files: RegExp;

  constructor(
    private readonly sessions: WebSessions,
    private readonly accounts: Accounts,
    @Inject(SETTINGS) { imageAccess }: Settings,
  ) {
    super();
    // Public images need no session, so none is loaded for them.
    this.files = imageAccess === 'local' ? ATTACHED : LINKED_OR_EMBEDDED;
  }

  async verify(request: Request, response: Response): Promise<Verdict | undefined> {
    const isFile = this.files.test(request.path);
    if (!(isFile || request.path.startsWith('/api/')) || !this.sessions.isBroughtBy(request)) return undefined;
    const visitor = await this.sessions.load(request, response);
    const member = visitor.stage === 'member' ? visitor.account.actor : undefined;
    // Users without API access may read pages, so their browsers must get images. These routes only read.
    if (isFile) return member && { actor: member };
    const actor = member ?? (await this.accounts.guest());
    // The API description is also a page: after the session has ended, its visitors are sent to the log-in, as without a session.
    if (!actor && DESCRIPTION.test(request.path)) return undefined;
    if (!actor?.permissions.has('access-api')) return { refusal: 'no-api-access' };
    // Protects the API against CSRF: a session cookie can only read.
    return request.method === 'GET' ? { actor } : { refusal: 'session-reads-only' };
  }
}
