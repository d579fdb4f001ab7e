import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { WebSessions } from './web-sessions';

/** Stores the session before an accepted form is answered. */
@Injectable()
export class StoredSessionInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(mergeMap((answer: unknown) => WebSessions.store(request).then(() => answer)));
  }
}
