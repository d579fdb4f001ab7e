import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { forbidden } from '@almanac/errors';
import type { Request } from 'express';
import { type Actor, ANONYMOUS, can } from './actor';
import { refusalProblem } from './refusals';

const PUBLIC = 'almanac:public';
const REQUIRED_PERMISSIONS = 'almanac:requires';

/** Opens a route to callers without credentials. A bad token is still refused. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Closes a route to callers without credentials, in a service that admits them by default. */
export const SignedIn = () => SetMetadata(PUBLIC, false);

/** Every named permission is needed for every route of the class or for this route. */
export const Requires = (...permissions: string[]) => SetMetadata(REQUIRED_PERMISSIONS, permissions);

/** Access to a route as far as its decorators tell. */
export interface RouteAccess {
  /** Open to callers without credentials; undefined where the service's rule applies. */
  isPublic: boolean | undefined;
  permissions: readonly string[];
}

/** The access that the decorators of a handler and of its controller declare, for descriptions of the API. */
export function access(controller: object, handler: object): RouteAccess {
  const values = <T>(key: string, isFit: (value: unknown) => value is T): T[] =>
    [handler, controller].map((target): unknown => Reflect.getMetadata(key, target)).filter(isFit);
  return {
    isPublic: values(PUBLIC, (value) => typeof value === 'boolean')[0],
    permissions: values(REQUIRED_PERMISSIONS, (value): value is string[] => Array.isArray(value)).flat(),
  };
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The caller; `ANONYMOUS` on public routes without credentials. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return context.switchToHttp().getRequest<Request>().actor ?? ANONYMOUS;
});

/** Refuses anonymous callers unless the route, or by default the whole service, is open to them. */
@Injectable()
export class AuthGuard implements CanActivate {
  /** @param admitsAnonymous the rule for routes that are neither `@Public()` nor `@SignedIn()` */
  constructor(
    private readonly reflector: Reflector,
    private readonly admitsAnonymous = false,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const where = [context.getHandler(), context.getClass()];
    if (!request.actor) {
      const refusal = request.refusal ?? 'missing';
      const isOpen = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, where) ?? this.admitsAnonymous;
      if (refusal === 'missing' && isOpen) return true;
      throw refusalProblem(refusal);
    }
    if (request.actor.limits?.readOnly && !SAFE_METHODS.includes(request.method)) forbidden();
    const required = this.reflector.getAllAndMerge<string[]>(REQUIRED_PERMISSIONS, where);
    for (const permission of required) if (!can(request.actor, permission)) forbidden();
    return true;
  }
}
