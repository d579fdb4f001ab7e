import { allowOwn, placeFor, SeeOther, setTextHeaders, WebPage } from '@almanac/web';
import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Accounts } from '../content/accounts/accounts';

/** Lets members read, and strangers while the site is public. Others are sent to the log-in. */
@Injectable()
class ReaderGuard implements CanActivate {
  constructor(private readonly accounts: Accounts) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { visitor = { stage: 'guest' } } = request;
    const actor = visitor.stage === 'member' ? visitor.account.actor : await this.accounts.guest();
    if (!actor) throw new SeeOther(placeFor(visitor.stage, request));
    request.actor = actor;
    setTextHeaders(http.getResponse<Response>());
    return true;
  }
}

/** Lets a page contain one style sheet of its own. @returns the value of its `nonce` attribute */
export const allowOwnStyles = (response: Response): string => allowOwn('style-src', response);

/** A controller of pages of the library. `CurrentActor` is the reader, whose rights decide as in the API. */
export const LibraryPage = (path: string) => applyDecorators(WebPage(path), UseGuards(ReaderGuard));
