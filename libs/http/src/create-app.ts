import { createServer, type RequestListener } from 'node:http';
import { identify, type SessionVerifier, TokenVerifier } from '@almanac/auth';
import { type Logger, NestLogger, requestId, requestLog } from '@almanac/observability';
import { GuessLimit } from '@almanac/rate-limit';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type RequestHandler } from 'express';
import { type AcceptsParameter, answerOptions } from './routes/route-table';
import { sendWrittenJson } from './answers/written-json';
import { isAdmitted, overrideMethod } from './admission.guard';
import { parametersOf } from './body/named-values';
import { rememberRequest } from './input/request-context';

interface AppOptions {
  logger: Logger;
  /** The provider for browser sessions, if the service has them. */
  sessions?: Type<SessionVerifier>;
  /** Rewrites the logged path when a segment of it is a secret. */
  logPath?: (target: string) => string;
  /** Whether the handlers accept a path parameter, so that OPTIONS answers accordingly. */
  accepts?: AcceptsParameter;
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

class LargeHeaderAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.setHttpServer(
      createServer(
        { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
        this.getInstance<RequestListener>(),
      ),
    );
  }
}

/** A service's app for `main.ts` and for tests. The module must import `HttpModule` and `RateLimitModule`, and provide `TokenVerifier`. */
export async function createApp(module: Type | object, options: AppOptions): Promise<NestExpressApplication> {
  const { logger, sessions, logPath, accepts, arrival: own = [] } = options;
  const server = express();
  sendWrittenJson(server);
  const app = await NestFactory.create<NestExpressApplication>(module, new LargeHeaderAdapter(server), {
    bodyParser: false,
    logger: new NestLogger(logger),
  });
  app.disable('x-powered-by').disable('etag').set('query parser', queryOf);
  // The gateway is the only trusted proxy, so only the last address in X-Forwarded-For is used.
  app.set('trust proxy', 1);
  const arrival = [
    requestId(),
    requestLog(logger, { path: logPath }),
    closedAnswers,
    answerOptions(server, accepts),
    overrideMethod,
    ...own,
  ];
  const identity = identify(app.get(TokenVerifier), app.get(GuessLimit), sessions && app.get(sessions));
  app.use(...[...arrival, identity, rememberRequest].map(onArrival));
  return app;
}
