import { forbidden } from '@almanac/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { hasCsrfToken } from './csrf';
import { setSiteHeaders } from './site-headers';
import { logInFrom, READS, setSiteLocals } from './site-locals';
import { SeeOther } from './local-path';
import { type Stage, type Visitor, Visitors } from './visitor';

declare module 'express-serve-static-core' {
  interface Request {
    /** The visitor; set on pages only. */
    visitor?: Visitor;
  }
}

export const STAGES = 'almanac:stages';

/** The page of each stage, to which visitors are sent from a page of another stage. */
const PLACES: Record<Exclude<Stage, 'guest'>, string> = {
  'second-factor': '/mfa/verify',
  'set-up': '/mfa/setup',
  member: '/',
};

/** Runs before every page: loads the session, checks the visitor's stage, and checks the CSRF token of forms. */
@Injectable()
export class SiteGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    setSiteHeaders(response);
    const visitor = await this.visitors.load(request, response);
    request.visitor = visitor;
    const stages = this.reflector.getAllAndOverride<Stage[] | undefined>(STAGES, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (stages && !stages.includes(visitor.stage)) throw new SeeOther(placeFor(visitor.stage, request));
    setSiteLocals(request, response, visitor);
    if (!READS.includes(request.method) && !hasCsrfToken(request)) {
      forbidden('This form is out of date. Go back, load the page again and send it once more.');
    }
    return true;
  }
}

/** The page for visitors of a stage who may not open the present one. Who sends a form from its page was logged in when it was opened. */
export function placeFor(stage: Stage, request: Request): string {
  if (stage !== 'guest') return PLACES[stage];
  const page = logInFrom(request);
  return READS.includes(request.method) || !page.includes('?') ? page : `${page}&ended=1`;
}
