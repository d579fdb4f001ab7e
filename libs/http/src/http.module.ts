import { AuthGuard } from '@almanac/auth';
import { type Dialect, ProblemFilter } from '@almanac/errors';
import type { Logger } from '@almanac/observability';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { AdmissionGuard } from './admission.guard';
import { ANSWER_CACHE_OPTIONS, AnswerCache, type AnswerCacheOptions } from './answers/answer-cache';
import { AnswerCacheInterceptor } from './answers/answer-cache.interceptor';
import { LocationInterceptor } from './answers/location.interceptor';
import { ListVersionInterceptor } from './answers/written-json';
import { type BodyOptions, BodyReader } from './body/body-reader';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { StoredAnswers } from './idempotency/stored-answers';
import { DtoPipe } from './input/input';

interface HttpOptions {
  dialect: Dialect;
  logger: Logger;
  body: BodyOptions;
  cache: AnswerCacheOptions;
  /** Admits anonymous callers to every route that is not `@SignedIn()`, because the services check rights. */
  admitsAnonymous?: boolean;
}

/**
 * Admission, input, answers and errors of all routes. Nest runs global interceptors in the order of modules: those of `AppModule` and of its
 * imports above this one are outside, such as the replica's. Those of its imports below are inside, such as that of cached pages.
 */
@Module({})
export class HttpModule {
  static forRoot({ dialect, logger, body, cache, admitsAnonymous }: HttpOptions): DynamicModule {
    const report = (failure: unknown) => logger.error({ err: failure }, 'request failed');
    return {
      module: HttpModule,
      global: true,
      providers: [
        { provide: BodyReader, useValue: new BodyReader(body) },
        {
          provide: AuthGuard,
          useFactory: (reflector: Reflector) => new AuthGuard(reflector, admitsAnonymous),
          inject: [Reflector],
        },
        { provide: ANSWER_CACHE_OPTIONS, useValue: cache },
        AnswerCache,
        StoredAnswers,
        { provide: APP_FILTER, useValue: new ProblemFilter(dialect, report) },
        { provide: APP_GUARD, useClass: AdmissionGuard },
        // Two for reads, then two for POST. `Location` is set inside of `IdempotencyInterceptor`, which keeps it with the answer.
        { provide: APP_INTERCEPTOR, useClass: ListVersionInterceptor },
        { provide: APP_INTERCEPTOR, useClass: AnswerCacheInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: LocationInterceptor },
        { provide: APP_PIPE, useClass: DtoPipe },
      ],
      exports: [AnswerCache],
    };
  }
}
