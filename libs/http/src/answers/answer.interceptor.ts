import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable, tap } from 'rxjs';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { allowedMethods } from '../routes/route-table';
import { ANSWER_CACHE_OPTIONS, AnswerCache, type AnswerCacheOptions } from './answer-cache';
import { ListVersionInterceptor } from './written-json';

/** Calls the interceptors that concern the method. As global ones, each would wrap the answers of all requests in further observables. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly lists = new ListVersionInterceptor();
  private readonly locations = new LocationInterceptor();

  constructor(
    private readonly cache: AnswerCacheInterceptor,
    private readonly idempotency: IdempotencyInterceptor,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD')
      return this.lists.intercept(context, { handle: () => this.cache.intercept(context, next) });
    if (method !== 'POST') return next.handle();
    return this.idempotency.intercept(context, { handle: () => this.locations.intercept(context, next) });
  }
}

/**
 * For GET routes whose JSON depends only on the database, the caller's rights and the address: no other header, no file. Code that depends on
 * the clock or on a secret calls `holdsThisMinute` or `neverHolds`.
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

/**
 * For POST: sets `Location` when the request has created a record. Then the answer has an id, and a GET of `<path>/<id>` exists. The reference is
 * relative to the called address, so it is also right below a prefix of the gateway.
 */
class LocationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      tap((answer: unknown) => {
        const location = locationOf(answer, request);
        if (location !== undefined && !response.headersSent && !response.hasHeader('Location'))
          response.setHeader('Location', location);
      }),
    );
  }
}

function locationOf(answer: unknown, { app, path }: Request): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined;
  if (typeof answer.id !== 'number' && typeof answer.id !== 'string') return undefined;
  const record = `${path.replace(/\/$/, '')}/${encodeURIComponent(answer.id)}`;
  if (!allowedMethods(app, record).includes('GET')) return undefined;
  return record.slice(path.lastIndexOf('/') + 1);
}
