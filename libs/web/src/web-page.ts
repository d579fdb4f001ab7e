import { Public } from '@almanac/auth';
import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  Post,
  Redirect,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { SiteFilter } from './site.filter';
import { SiteGuard, STAGES } from './site.guard';
import type { Stage } from './visitor';
import { mergeMap, type Observable } from 'rxjs';
import { storeSession } from './sessions/browser-sessions';

/** Stores the session before an accepted form is answered. */
@Injectable()
class StoredSessionInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(mergeMap((answer: unknown) => storeSession(request).then(() => answer)));
  }
}

/**
 * A controller of HTML pages. Its GET routes name a template with `@Render`, its forms are `@PostForm`s.
 * @param stages the stages of visitors who may open the pages; all stages if none is given
 */
export const WebPage = (path: string, ...stages: Stage[]) =>
  applyDecorators(
    Controller(path),
    Public(),
    UseGuards(SiteGuard),
    UseInterceptors(StoredSessionInterceptor),
    UseFilters(SiteFilter),
    ...(stages.length > 0 ? [For(...stages)] : []),
  );

/** The stages of visitors who may open one page of a controller. */
export const For = (...stages: Stage[]) => SetMetadata(STAGES, stages);

/** The page to open after a form was accepted. */
export interface Next {
  url: string;
}

/** Handles a form and redirects to another page (`Next`), so that a reload does not send the form twice. */
export const PostForm = (path: string | string[] = '') => applyDecorators(Post(path), Redirect('', 303));
