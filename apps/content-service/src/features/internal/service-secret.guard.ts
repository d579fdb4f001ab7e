import { bringsServiceSecret } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';

/** Admits only the other services of this installation. All other callers get a 404. */
@Injectable()
export class ServiceSecretGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    return bringsServiceSecret(request, this.settings.serviceSecret) || notFound('Route');
  }
}
