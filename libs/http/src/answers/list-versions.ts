import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { isKnown, REVALIDATED, weakTag } from '../input/versions';
import { WrittenJson } from './written-json';

/**
 * For reads: a list (an answer with `X-Total-Count`) gets a weak `ETag`, the digest of the whole answer. So each change of the answer changes
 * its version.
 */
export class ListVersionInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!isJson(answer) || !isUnversionedList(response)) return answer;
        const json = new WrittenJson(Buffer.from(JSON.stringify(answer)));
        versionList(json.bytes, response);
        return sendVersion(json, request, response);
      }),
    );
  }
}

const isUnversionedList = (response: Response): boolean =>
  response.statusCode === 200 && response.hasHeader('X-Total-Count') && !response.hasHeader('ETag');

export const isJson = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && !(answer instanceof StreamableFile) && !Buffer.isBuffer(answer);

/** The digest leaves out headers such as `Link`, because a 304 has the current ones. */
export function versionList(json: Buffer, response: Response): void {
  if (isUnversionedList(response)) response.set({ ...REVALIDATED, ETag: weakTag(json) });
}

/** Nothing for a caller who has this version. */
export function sendVersion(json: WrittenJson, request: Request, response: Response): WrittenJson | undefined {
  const etag = response.getHeader('etag');
  return typeof etag === 'string' && isKnown(request, response, etag) ? undefined : json;
}
