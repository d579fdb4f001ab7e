import { createServer, type RequestListener } from 'node:http';
import { AuthGuard, GuessLimit, identify, type SessionVerifier, TokenVerifier } from '@almanac/auth';
import { type Dialect, ProblemFilter } from '@almanac/errors';
import { type Logger, NestLogger, requestId, requestLog } from '@almanac/observability';
import { RateLimitGuard } from '@almanac/rate-limit';
import type { Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type RequestHandler } from 'express';
import { type AcceptsParameter, answerOptions } from './allowed-methods';
import { AdmissionGuard, isAdmitted } from './admission.guard';
import { type BodyOptions, BodyReader } from './body/body-reader';
import { DtoPipe, type Validate } from './dto.pipe';
import { parametersOf } from './body/named-values';
import { overrideMethod } from './method-override';
import { rememberRequest } from './request-context';

export interface AppOptions {
  dialect: Dialect;
  logger: Logger;
  body: BodyOptions;
  /** How DTO faults are phrased; content's 422 unless given. */
  validate?: Validate;
  /** The provider that knows the sessions of browsers, where there are any. */
  sessions?: Type<SessionVerifier>;
  /** Rewrites the logged path when a segment of it is a secret. */
  logPath?: (target: string) => string;
  /** Narrows the paths that a route matches, where its handler does; OPTIONS then tells the same. */
  accepts?: AcceptsParameter;
  /** Middleware of the service's own, which runs before the caller is known. */
  arrival?: readonly RequestHandler[];
}

/**
 * Answers depend on who asks, so no cache may keep them (content-behaviour §3.5). None of them may act as a page in a browser, unless its
 * route says so with a policy of its own.
 */
const closedAnswers: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', 'no-cache, no-store, private');
  response.setHeader('Expires', 'Sun, 12 Jul 2015 19:01:00 GMT');
  next();
};

/** `request.query`: names as they are, of each the last value. */
const queryOf = (encoded?: string | null): Record<string, string> => Object.fromEntries(parametersOf(encoded ?? ''));

/** A request that is routed again has been through all of it. */
const onArrival =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    isAdmitted(request) ? next() : handler(request, response, next);

/** More than the gateway's 16 KB, which adds headers of its own to a request that it lets through. */
const MAX_HEADER_BYTES = 24 * 1024;

/** Longer than callers keep an idle connection: one that we close first may be under a request that is on its way. */
const KEEP_ALIVE_MS = 65_000;

class RoomyAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.setHttpServer(
      createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS }, this.getInstance<RequestListener>()),
    );
  }
}

/** A service's app, ready to listen: the same pipeline for `main.ts` and for tests. The module must provide `TokenVerifier` and `RateLimitGuard`. */
export async function createApp(module: Type | object, options: AppOptions): Promise<NestExpressApplication> {
  const { dialect, logger, body, validate, sessions, logPath, arrival: own = [] } = options;
  const server = express();
  const nestLogger = new NestLogger(logger);
  const app = await NestFactory.create<NestExpressApplication>(module, new RoomyAdapter(server), {
    bodyParser: false,
    logger: nestLogger,
  });
  app.disable('x-powered-by').disable('etag').set('query parser', queryOf);
  // The gateway is the one proxy in front, and names one caller in X-Forwarded-For; more than its last word is not believed.
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
  app.useGlobalGuards(new AdmissionGuard(app.get(RateLimitGuard), new AuthGuard(reflector), new BodyReader(body), reflector));
  app.useGlobalPipes(new DtoPipe(validate));
  return app;
}
