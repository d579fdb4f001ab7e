import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ANSWER_CACHE_OPTIONS, AnswerCache, type AnswerCacheOptions } from './answer-cache';

/**
 * For GET routes whose JSON depends only on the database, the caller's rights and the address: no other header, no file. Code that depends on
 * the clock or on a secret calls `cacheUntilNextMinute` or `preventCaching`.
 */
@Injectable()
export class AnswerCacheInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly routes: ReadonlySet<string>;

  constructor(
    private readonly cache: AnswerCache,
    @Inject(ANSWER_CACHE_OPTIONS) { routes }: AnswerCacheOptions,
  ) {
    this.routes = new Set(routes);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // Express types the route as `any`.
    const { route } = http.getRequest<{ route: { path: string } }>();
    if (!this.routes.has(route.path) || !isCacheable(request)) return next.handle();
    return from(this.cache.answer(request, http.getResponse<Response>(), () => lastValueFrom(next.handle())));
  }
}

/** A body can hold parameters. */
const isCacheable = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
