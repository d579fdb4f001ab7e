import type { AuthGuard } from '@almanac/auth';
import type { RateLimitGuard } from '@almanac/rate-limit';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { BodyReader } from './body/body-reader';
import { type BodyRules, TAKES_BODY } from './body/takes-body';
import { closeUnread } from './close-unread';
import { meantMethod } from './method-override';

const admitted = new WeakSet<Request>();

/** Whether the request comes by again, under the method that its body named. */
export const isAdmitted = (request: Request): boolean => admitted.has(request);

/**
 * The order in which a request costs more and more (docs/decisions/0019): it is counted, its caller judged by all that can be said without
 * the body, and only then the body is read. Where the body names another method, the request is routed again by that.
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
      await this.body.read(request, response, this.reflector.get<BodyRules | undefined>(TAKES_BODY, context.getHandler()));
    } catch (refusal) {
      await closeUnread(request, response);
      throw refusal;
    }
    admitted.add(request);
    const method = meantMethod(request);
    if (method === request.method) return true;
    request.method = method;
    request.app.router(request, response, http.getNext());
    // The other route answers; here nothing is left to be done.
    return new Promise<never>(() => undefined);
  }
}
