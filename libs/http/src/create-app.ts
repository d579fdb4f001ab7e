import { createServer, type RequestListener } from 'node:http';
import { AuthGuard, identify, type SessionVerifier, TokenVerifier } from '@almanac/auth';
import { type Dialect, ProblemFilter } from '@almanac/errors';
import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { type Logger, NestLogger, requestId, requestLog } from '@almanac/observability';
import { GuessLimit, RateLimitGuard } from '@almanac/rate-limit';
import type { Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type RequestHandler } from 'express';
import { type AcceptsParameter, answerOptions } from './routes/route-table';
import { AnswerCache } from './answers/answer-cache';
import { AnswerCacheInterceptor, AnswerInterceptor } from './answers/answer.interceptor';
import { sendWrittenJson } from './answers/written-json';
import { AdmissionGuard, isAdmitted, overrideMethod } from './admission.guard';
import { type BodyOptions, BodyReader } from './body/body-reader';
import { DtoPipe, type Validate } from './input/input';
import { parametersOf } from './body/named-values';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { KeptAnswers } from './idempotency/kept-answers';
import { rememberRequest } from './input/request-context';

interface AppOptions {
  dialect: Dialect;
  logger: Logger;
  body: BodyOptions;
  /** Validates DTOs and phrases their faults; content's 422 by default. */
  validate?: Validate;
  /** The provider for browser sessions, if the service has them. */
  sessions?: Type<SessionVerifier>;
  /** Admits anonymous callers to every route that is not `@SignedIn()`, because the services check rights. */
  admitsAnonymous?: boolean;
  /** Rewrites the logged path when a segment of it is a secret. */
  logPath?: (target: string) => string;
  /** Whether the handlers accept a path parameter, so that OPTIONS answers accordingly. */
  accepts?: AcceptsParameter;
  /** Takes `Idempotency-Key` on POST. The database needs the table `kept_answers`. */
  keepsAnswers?: boolean;
  /** GET routes whose JSON may be cached until the next commit, by their paths in the route table. */
  cachedRoutes?: readonly string[];
  /** Additional middleware, which runs before the caller is identified. */
  arrival?: readonly RequestHandler[];
}

/**
 * Answers depend on the caller, so no cache may store them (content-behaviour §3.5). The content security policy stops browsers from
 * running answers as pages; routes for pages set a policy of their own.
 */
const closedAnswers: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', 'no-cache, no-store, private');
  response.setHeader('Expires', 'Sun, 12 Jul 2015 19:01:00 GMT');
  next();
};

/** `request.query`: names without interpretation of brackets, each with its last value. */
const queryOf = (encoded?: string | null): Record<string, string> => Object.fromEntries(parametersOf(encoded ?? ''));

/** Skips middleware for a request that is routed again (`AdmissionGuard`). */
const onArrival =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    isAdmitted(request) ? next() : handler(request, response, next);

/** More than the gateway's 16 KB, because the gateway adds headers to the requests that it forwards. */
const MAX_HEADER_BYTES = 24 * 1024;

/** Longer than callers keep an idle connection. If the server closed first, a request could be on its way. */
const KEEP_ALIVE_MS = 65_000;

const EXPIRE_ANSWERS_AFTER_SECONDS = 3_600;

class RoomyAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.setHttpServer(
      createServer(
        { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
        this.getInstance<RequestListener>(),
      ),
    );
  }
}

function keepAnswers(app: NestExpressApplication): IdempotencyInterceptor {
  const database = app.get(Database);
  const answers = new KeptAnswers(database);
  app.get(Jobs).every(EXPIRE_ANSWERS_AFTER_SECONDS, 'idempotency.expire', () => answers.removeExpired());
  return new IdempotencyInterceptor(answers, database, app.get(Reflector));
}

/** A service's app for `main.ts` and for tests. The module must provide `TokenVerifier`, `GuessLimit` and `RateLimitGuard`. */
export async function createApp(module: Type | object, options: AppOptions): Promise<NestExpressApplication> {
  const { dialect, logger, body, validate, sessions, logPath, arrival: own = [] } = options;
  const server = express();
  sendWrittenJson(server);
  const nestLogger = new NestLogger(logger);
  const app = await NestFactory.create<NestExpressApplication>(module, new RoomyAdapter(server), {
    bodyParser: false,
    logger: nestLogger,
  });
  app.disable('x-powered-by').disable('etag').set('query parser', queryOf);
  // The gateway is the only trusted proxy, so only the last address in X-Forwarded-For is used.
  app.set('trust proxy', 1);
  const arrival = [
    requestId(),
    requestLog(logger, { path: logPath }),
    closedAnswers,
    answerOptions(server, options.accepts),
    overrideMethod,
    ...own,
  ];
  const identity = identify(app.get(TokenVerifier), app.get(GuessLimit), sessions && app.get(sessions));
  app.use(...[...arrival, identity, rememberRequest].map(onArrival));
  app.useGlobalFilters(new ProblemFilter(dialect, (failure) => logger.error({ err: failure }, 'request failed')));
  const reflector = app.get(Reflector);
  app.useGlobalGuards(
    new AdmissionGuard(
      app.get(RateLimitGuard),
      new AuthGuard(reflector, options.admitsAnonymous),
      new BodyReader(body),
      reflector,
    ),
  );
  app.useGlobalPipes(new DtoPipe(validate));
  const { cachedRoutes, keepsAnswers } = options;
  const cache = cachedRoutes && new AnswerCacheInterceptor(app.get(AnswerCache), cachedRoutes);
  app.useGlobalInterceptors(new AnswerInterceptor(cache, keepsAnswers ? keepAnswers(app) : undefined));
  return app;
}
