import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import type { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { LocationInterceptor } from '../routes/location.interceptor';
import type { AnswerCacheInterceptor } from './answer-cache';
import { ListVersionInterceptor } from './list-versions';

/** Calls the interceptors that concern the method. As global ones, each would wrap the answers of all requests in further observables. */
export class AnswerInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly lists = new ListVersionInterceptor();
  private readonly locations = new LocationInterceptor();

  /** @param cache for the reads that may be cached, @param idempotency for services that take `Idempotency-Key` */
  constructor(
    private readonly cache?: AnswerCacheInterceptor,
    private readonly idempotency?: IdempotencyInterceptor,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') {
      const { cache } = this;
      return this.lists.intercept(context, cache ? { handle: () => cache.intercept(context, next) } : next);
    }
    if (method !== 'POST') return next.handle();
    const located = { handle: () => this.locations.intercept(context, next) };
    return this.idempotency ? this.idempotency.intercept(context, located) : located.handle();
  }
}
