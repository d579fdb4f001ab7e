import { Public } from '@almanac/auth';
import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Post,
  Redirect,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../accounts/accounts';
import { PageFilter } from './page.filter';
import { PageGuard, STAGES } from './page.guard';
import { StoredSessionInterceptor } from './stored-session.interceptor';
import type { Stage } from './visitor';

/**
 * A controller of pages for people. Its GET routes name a template with `@Render`, its forms are `@Form`s.
 * @param stages who the pages are for; everybody unless given
 */
export const WebPage = (path: string, ...stages: Stage[]) =>
  applyDecorators(
    Controller(path),
    Public(),
    UseGuards(PageGuard),
    UseInterceptors(StoredSessionInterceptor),
    UseFilters(PageFilter),
    ...(stages.length > 0 ? [For(...stages)] : []),
  );

/** Who one page of a controller is for. */
export const For = (...stages: Stage[]) => SetMetadata(STAGES, stages);

/** Where a form leads once it was accepted. */
export interface Next {
  url: string;
}

/** Takes a form and leads on to another page (`Next`), so that loading that page again sends nothing twice. */
export const Form = (path = '') => applyDecorators(Post(path), Redirect('', 303));

/** Who is logged in, or has at least given their password. Only for pages that are not open to guests. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { visitor } = context.switchToHttp().getRequest<Request>();
  if (!visitor || visitor.stage === 'guest') throw new Error('A page without a stage has no account');
  return visitor.account;
});
