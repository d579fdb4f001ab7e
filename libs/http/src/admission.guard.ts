import type { AuthGuard } from '@almanac/auth';
import type { RateLimitGuard } from '@almanac/rate-limit';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { BodyReader } from './body/body-reader';
import { type BodyRules, TAKES_BODY } from './body/takes-body';
import { closeUnread } from './close-unread';
import { meantMethod } from './routes/method-override';

const admitted = new WeakSet<Request>();

/** Whether the request was admitted already, and is now routed again by the method that its body named. */
export const isAdmitted = (request: Request): boolean => admitted.has(request);

/**
 * Orders the checks of a request by their cost (docs/decisions/0019): rate limit, then access checks that need no body, then the body.
 * When the body names another method, the request is routed again by that method.
 */
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
    const method = meantMethod(request);
    if (method === request.method) return true;
    request.method = method;
    request.app.router(request, response, http.getNext());
    // The other route answers, so this one never continues.
    return new Promise<never>(() => undefined);
  }
}
