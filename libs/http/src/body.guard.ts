import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** Refuses what could not be read, after the guards that say whether the caller may come in at all. */
@Injectable()
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { bodyFault } = context.switchToHttp().getRequest<Request>();
    if (bodyFault) throw bodyFault;
    return true;
  }
}
