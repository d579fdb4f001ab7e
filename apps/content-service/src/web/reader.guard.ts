import { randomBytes } from 'node:crypto';
import { placeFor, SeeOther, setPageHeaders, WebPage } from '@almanac/web';
import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Accounts } from '../content/accounts/accounts';

/** Texts may show images and play sounds and films of other sites. */
const OTHER_SITES = { 'img-src': "'self' data: https:", 'media-src': "'self' https:" };

const NONCE_BYTES = 16;

/** Lets members read, and strangers while the site is public. Others are sent to the log-in. */
@Injectable()
export class ReaderGuard implements CanActivate {
  constructor(private readonly accounts: Accounts) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { visitor = { stage: 'guest' } } = request;
    const actor = visitor.stage === 'member' ? visitor.account.actor : await this.accounts.guest();
    if (!actor) throw new SeeOther(placeFor(visitor.stage, request));
    request.actor = actor;
    setPageHeaders(http.getResponse<Response>(), OTHER_SITES);
    return true;
  }
}

/** Lets a page contain one style sheet of its own. @returns the value of its `nonce` attribute */
export function allowOwnStyles(response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  setPageHeaders(response, { ...OTHER_SITES, 'style-src': `'self' 'nonce-${nonce}'` });
  return nonce;
}

/** A controller of pages of the library. `CurrentActor` is the reader, whose rights decide as in the API. */
export const LibraryPage = (path: string) => applyDecorators(WebPage(path), UseGuards(ReaderGuard));
