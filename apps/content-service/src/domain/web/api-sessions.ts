import { SessionVerifier, type Verdict } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Accounts } from '../accounts/accounts';
import { WebSessions } from './web-sessions';

/** Lets people who are logged in look at the API with their browser (content-behaviour §1.4). */
@Injectable()
export class ApiSessions extends SessionVerifier {
  constructor(
    private readonly sessions: WebSessions,
    private readonly accounts: Accounts,
  ) {
    super();
  }

  async verify(request: Request, response: Response): Promise<Verdict | undefined> {
    if (!request.path.startsWith('/api/') || !this.sessions.isBroughtBy(request)) return undefined;
    const visitor = await this.sessions.load(request, response);
    const actor = visitor.stage === 'member' ? visitor.account.actor : await this.accounts.guest();
    if (!actor?.permissions.has('access-api')) return { refusal: 'no-api-access' };
    // This is what protects the API against forged requests: a cookie can only read.
    return request.method === 'GET' ? { actor } : { refusal: 'session-reads-only' };
  }
}
