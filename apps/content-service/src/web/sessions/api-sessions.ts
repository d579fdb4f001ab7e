import { SessionVerifier, type Verdict } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { Accounts } from '../../content/accounts/accounts';
import { WebSessions } from './web-sessions';

const DESCRIPTION = /^\/api\/docs\/?$/;
const ATTACHED = '/attachments/';
const EMBEDDED = '/uploads/images/';

/** Lets logged-in users read the API in their browser (content-behaviour §1.4), and the files that its HTML refers to. */
@Injectable()
export class ApiSessions extends SessionVerifier {
  /** Starts of the addresses of files. */
  private readonly files: readonly string[];

  constructor(
    private readonly sessions: WebSessions,
    private readonly accounts: Accounts,
    @Inject(SETTINGS) { imageAccess }: Settings,
  ) {
    super();
    // Public images need no session, so none is loaded for them.
    this.files = imageAccess === 'local' ? [ATTACHED] : [ATTACHED, EMBEDDED];
  }

  async verify(request: Request, response: Response): Promise<Verdict | undefined> {
    if (isUpload(request)) return this.ofUploader(request, response);
    const isFile = this.files.some((start) => request.path.startsWith(start));
    if (!isFile && !request.path.startsWith('/api/')) return undefined;
    if (!this.sessions.isBroughtBy(request)) return this.ofStranger(request);
    const visitor = await this.sessions.load(request, response);
    const member = visitor.stage === 'member' ? visitor.account.actor : undefined;
    // Users without API access may read pages, so their browsers must get images. These routes only read.
    if (isFile) return member ? { actor: member } : this.ofStranger(request);
    const actor = member ?? (await this.accounts.guest());
    // The API description is also a page: after the session has ended, its visitors are sent to the log-in, as without a session.
    if (!actor && DESCRIPTION.test(request.path)) return undefined;
    if (!actor?.permissions.has('access-api')) return { refusal: 'no-api-access' };
    // Protects the API against CSRF: a session cookie can only read.
    return request.method === 'GET' ? { actor } : { refusal: 'session-reads-only' };
  }

  /** Files of forms are read for members only. The guard of the page checks the CSRF token. */
  private async ofUploader(request: Request, response: Response): Promise<Verdict | undefined> {
    if (!this.sessions.isBroughtBy(request)) return undefined;
    const visitor = await this.sessions.load(request, response);
    return visitor.stage === 'member' ? { actor: visitor.account.actor } : undefined;
  }

  /** Strangers read pages while the site is public, so they get the attachments of these. The API stays closed to them. */
  private async ofStranger({ path }: Request): Promise<Verdict | undefined> {
    const guest = path.startsWith(ATTACHED) ? await this.accounts.guest() : undefined;
    return guest && { actor: guest };
  }
}

/** Forms with files or long texts. The API takes no sessions for changes. */
const isUpload = (request: Request): boolean =>
  request.method === 'POST' && !request.path.startsWith('/api/') && Boolean(request.is('multipart/form-data'));
