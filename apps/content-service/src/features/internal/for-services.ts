import { Public } from '@almanac/auth';
import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { ServiceSecretGuard } from './service-secret.guard';

/**
 * A controller for the other services of this installation, which the gateway does not route. Limits do not apply: one service sends the
 * requests of all its callers from one address.
 */
export const ForServices = (path = '') =>
  applyDecorators(Controller(path), Public(), UseGuards(ServiceSecretGuard), SkipThrottle());
