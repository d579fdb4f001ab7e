import { hasServiceSecret, Public } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import {
  applyDecorators,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';

/** Admits only the other services of this installation. All other callers get a 404. */
@Injectable()
class ServiceSecretGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    return hasServiceSecret(request, this.settings.serviceSecret) || notFound('Route');
  }
}

/**
 * A controller for the other services of this installation, which the gateway does not route. Limits do not apply: one service sends the
 * requests of all its callers from one address.
 */
export const ForServices = (path = '') =>
  applyDecorators(Controller(path), Public(), UseGuards(ServiceSecretGuard), SkipThrottle());
