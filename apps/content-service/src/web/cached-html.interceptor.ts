import { AnswerCache } from '@almanac/http';
import { chosenTheme } from '@almanac/web';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { RENDER_METADATA } from '@nestjs/common/constants';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { CACHED_PAGES } from '../read-routes';

/**
 * Repeats the HTML that a stranger got while the database is unchanged. The page may depend only on the database, the rights of the reader,
 * the address and the theme, and must not contain a form with a CSRF token.
 */
@Injectable()
export class CachedHtmlInterceptor implements NestInterceptor<object, object> {
  constructor(
    private readonly cache: AnswerCache,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { actor, visitor, originalUrl } = request;
    const { route } = http.getRequest<{ route: { path: string } }>(); // Express types it as `any`
    if (!CACHED_PAGES.includes(route.path)) return next.handle();
    if (visitor?.stage !== 'guest' || actor === undefined || response.locals['hasMessages'] === true)
      return next.handle();
    const template = this.reflector.get<string>(RENDER_METADATA, context.getHandler());
    let data: object = {};
    const build = async () => {
      data = await lastValueFrom(next.handle());
      // Such a page has a nonce of its own.
      return 'ownStyles' in data ? undefined : rendered(response, template, data);
    };
    const html = this.cache.text(`${chosenTheme(request)} ${originalUrl}`, actor, build);
    return from(html).pipe(map((text) => (text === undefined ? data : { rendered: text })));
  }
}

const rendered = (response: Response, template: string, data: object): Promise<string> =>
  new Promise((resolve, reject) => {
    response.render(template, { ...data, csrfToken: refuseToken }, (failure: Error | null, html: string) =>
      failure ? reject(failure) : resolve(html),
    );
  });

function refuseToken(): never {
  throw new Error('A cached page has no form with a token');
}
