import { randomBytes } from 'node:crypto';
import { ANONYMOUS } from '@almanac/auth';
import { setPageHeaders, WebPage } from '@almanac/web';
import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Texts may show images and play sounds and films of other sites. */
const OTHER_SITES = { 'img-src': "'self' data: https:", 'media-src': "'self' https:" };

const NONCE_BYTES = 16;

/** Sets the reader of a page: the member, or a caller without rights, to whom the API shows public events too. */
@Injectable()
export class ReaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { visitor } = request;
    request.actor = visitor?.stage === 'member' ? visitor.account.actor : ANONYMOUS;
    setPageHeaders(http.getResponse<Response>(), OTHER_SITES);
    return true;
  }
}

/** Lets a page contain scripts of its own, such as its schema.org description. @returns the value of their `nonce` attribute */
export function allowOwnScripts(response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  setPageHeaders(response, { ...OTHER_SITES, 'script-src': `'self' 'nonce-${nonce}'` });
  return nonce;
}

/** A controller of pages of the calendar. `CurrentActor` is the reader, whose rights decide as in the API. */
export const CalendarPage = (path: string) => applyDecorators(WebPage(path), UseGuards(ReaderGuard));
