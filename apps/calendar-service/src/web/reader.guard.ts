import { ANONYMOUS } from '@almanac/auth';
import { allowOwn, For, setTextHeaders, WebPage } from '@almanac/web';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { NamedApiInterceptor } from './named-api.interceptor';

/** Sets the reader of a page: the member, or a caller without rights, to whom the API shows public events too. */
@Injectable()
export class ReaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { visitor } = request;
    request.actor = visitor?.stage === 'member' ? visitor.account.actor : ANONYMOUS;
    setTextHeaders(http.getResponse<Response>());
    return true;
  }
}

/** Lets a page contain scripts of its own, such as its schema.org description. @returns the value of their `nonce` attribute */
export const allowOwnScripts = (response: Response): string => allowOwn('script-src', response);

/** A controller of pages of the calendar. `CurrentActor` is the reader, whose rights decide as in the API. */
export const CalendarPage = (path: string) =>
  applyDecorators(WebPage(path), UseGuards(ReaderGuard), UseInterceptors(NamedApiInterceptor));

/** The same for members only. Visitors who have not logged in are sent to the log-in, and back afterwards. */
export const MemberPage = (path: string) => applyDecorators(CalendarPage(path), For('member'));
