import { nameApi } from '@almanac/web';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { SETTINGS, type Settings } from '../config';

/** Names the API on each page. A page whose data has `apiPath` is named together with the part of the API that has the same. */
@Injectable()
export class NamedApiInterceptor implements NestInterceptor {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((data: unknown) => {
        // Files have sent their answer, and forms lead to another page.
        if (typeof data !== 'object' || data === null || !('title' in data)) return data;
        const path = 'apiPath' in data && typeof data.apiPath === 'string' ? data.apiPath : undefined;
        return { ...data, ...nameApi(response, this.settings.baseUrl, path) };
      }),
    );
  }
}
