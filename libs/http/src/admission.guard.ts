import { setImmediate as afterPendingBytes } from 'node:timers/promises';
import { AuthGuard } from '@almanac/auth';
import { RateLimitGuard } from '@almanac/rate-limit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response, RequestHandler } from 'express';
import { hasBody } from './body/body-bytes';
import { BodyReader, type BodyRules, TAKES_BODY } from './body/body-reader';

const admitted = new WeakSet<Request>();

/** Whether the request was admitted already, and is now routed again by the method that its body named. */
export const isAdmitted = (request: Request): boolean => admitted.has(request);

/**
 * Orders the checks of a request by their cost (docs/decisions/0019): limits, rights, body. It is one guard, because each refusal closes the
 * connection of an unread body. It is no middleware, because that would have to find the handler in a second table of routes. When the body
 * names another method, the request is routed again by that method.
 */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimitGuard,
    private readonly rights: AuthGuard,
    private readonly body: BodyReader,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (isAdmitted(request)) return this.rights.canActivate(context);
    try {
      await this.limits.canActivate(context);
      this.rights.canActivate(context);
      await this.body.read(
        request,
        response,
        this.reflector.get<BodyRules | undefined>(TAKES_BODY, context.getHandler()),
      );
    } catch (refusal) {
      await closeUnread(request, response);
      throw refusal;
    }
    admitted.add(request);
    const method = effectiveMethod(request);
    if (method === request.method) return true;
    request.method = method;
    request.app.router(request, response, http.getNext());
    // The other route answers, so this one never continues.
    return new Promise<never>(() => undefined);
  }
}

const LISTENS_FOR_MS = 5_000;

/**
 * For an answer to a caller that may still be sending. Sets `Connection: close`, and closes when the caller has had time to read the answer.
 * Closing at once would reset the connection, and a reset can overtake the answer. Call before the head is written.
 */
async function closeUnread(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) return;
  // When a short body arrived together with its head, the connection can stay open.
  await afterPendingBytes();
  if (request.complete) return;
  const { socket } = request;
  response.shouldKeepAlive = false;
  // Node calls this when the answer is sent.
  socket.destroySoon = () => {
    const close = () => void socket.destroy();
    const tooLong = setTimeout(close, LISTENS_FOR_MS);
    socket.once('close', () => clearTimeout(tooLong));
    socket.end();
    if (request.complete) close();
    else request.once('end', close).resume();
  };
}

const sentByPost = new WeakSet<Request>();

/** Middleware: `_method` in the query, or `X-HTTP-Method-Override`, replaces the method of a POST (content-behaviour §3.5). */
export const overrideMethod: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST') {
    sentByPost.add(request);
    request.method = namedMethod(namedOutside(request));
  }
  next();
};

/** The effective method of a request whose body has been read. `_method` in the body takes precedence over query and header. */
function effectiveMethod(request: Request): string {
  if (!sentByPost.has(request)) return request.method;
  const body: unknown = request.body;
  const inBody = typeof body === 'object' && body !== null && '_method' in body ? body._method : undefined;
  return namedMethod(inBody ?? namedOutside(request));
}

const namedOutside = ({ url, headers }: Request): unknown =>
  new URLSearchParams(url.split('?')[1]).get('_method') ?? headers['x-http-method-override'];

const namedMethod = (name: unknown): string =>
  typeof name === 'string' && /^(put|patch|delete)$/i.test(name) ? name.toUpperCase() : 'POST';
