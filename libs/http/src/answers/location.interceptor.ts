import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { allowedMethods } from '../routes/route-table';

/**
 * For POST: sets `Location` when the request has created a record. Then the answer has an id, and a GET of `<path>/<id>` exists. The reference is
 * relative to the called address, so it is also right below a prefix of the gateway.
 */
@Injectable()
export class LocationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (request.method !== 'POST') return next.handle();
    return next.handle().pipe(
      tap((answer: unknown) => {
        const location = locationOf(answer, request);
        if (location !== undefined && !response.headersSent && !response.hasHeader('Location'))
          response.setHeader('Location', location);
      }),
    );
  }
}

function locationOf(answer: unknown, { app, path }: Request): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined;
  if (typeof answer.id !== 'number' && typeof answer.id !== 'string') return undefined;
  const record = `${path.replace(/\/$/, '')}/${encodeURIComponent(answer.id)}`;
  if (!allowedMethods(app, record).includes('GET')) return undefined;
  return record.slice(path.lastIndexOf('/') + 1);
}
