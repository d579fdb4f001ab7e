import { SessionVerifier, type Verdict } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { Accounts } from '../accounts/accounts';
import { WebSessions } from './web-sessions';

const DESCRIPTION = /^\/api\/docs\/?$/;
const ATTACHED = /^\/attachments\//;
const LINKED_OR_EMBEDDED = /^\/(?:attachments|uploads\/images)\//;

/** Lets people who are logged in look at the API with their browser (content-behaviour §1.4), and at the files that its HTML refers to. */
@Injectable()
export class ApiSessions extends SessionVerifier {
  private readonly files: RegExp;

  constructor(
    private readonly sessions: WebSessions,
    private readonly accounts: Accounts,
    @Inject(SETTINGS) { imageAccess }: Settings,
  ) {
    super();
    // Nobody's session is looked up for images that are everybody's.
    this.files = imageAccess === 'local' ? ATTACHED : LINKED_OR_EMBEDDED;
  }

  async verify(request: Request, response: Response): Promise<Verdict | undefined> {
    const isFile = this.files.test(request.path);
    if (!(isFile || request.path.startsWith('/api/')) || !this.sessions.isBroughtBy(request)) return undefined;
    const visitor = await this.sessions.load(request, response);
    const member = visitor.stage === 'member' ? visitor.account.actor : undefined;
    // Browsers fetch images by themselves, for people who may read pages without using the API; there is nothing here that writes.
    if (isFile) return member && { actor: member };
    const actor = member ?? (await this.accounts.guest());
    // The description is a page for people as well: with a session that ended they are led to the log-in, as strangers are.
    if (!actor && DESCRIPTION.test(request.path)) return undefined;
    if (!actor?.permissions.has('access-api')) return { refusal: 'no-api-access' };
    // This is what protects the API against forged requests: a cookie can only read.
    return request.method === 'GET' ? { actor } : { refusal: 'session-reads-only' };
  }
}
