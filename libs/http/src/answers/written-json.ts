import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Express, Response, Request } from 'express';
import { map, type Observable } from 'rxjs';
import { isNotModified, REVALIDATED, weakTag, versionedText } from '../input/versions';

/** A JSON answer that is already written. Its members are read again only when a request trims or wraps them. */
export class WrittenJson {
  constructor(readonly bytes: Buffer) {}

  value(): unknown {
    return JSON.parse(this.bytes.toString()) as unknown;
  }
}

/** In memory of its own: a short text would otherwise keep the whole slab of Node's buffer pool. */
export function ownedBytes(bytes: Buffer): Buffer {
  const owned = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(owned);
  return owned;
}

/** The JSON of an answer, in memory of its own. */
export const ownedJson = (built: object): WrittenJson =>
  new WrittenJson(ownedBytes(built instanceof WrittenJson ? built.bytes : Buffer.from(JSON.stringify(built))));

/** Makes `response.json` send a `WrittenJson` as it is. */
export function sendWrittenJson({ response }: Express): void {
  const { json } = response;
  response.json = function (this: Response, body: unknown) {
    return body instanceof WrittenJson ? this.type('json').send(body.bytes) : json.call(this, body);
  };
}

/**
 * For reads: a list (an answer with `X-Total-Count`) gets a weak `ETag`, the digest of the whole answer. So each change of the answer changes
 * its version.
 */
@Injectable()
export class ListVersionInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (request.method !== 'GET' && request.method !== 'HEAD') return next.handle();
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
  return typeof etag === 'string' && isNotModified(request, response, etag) ? undefined : json;
}

/** An answer that is the same for all callers: written as JSON once, with a strong `ETag`. */
export class JsonDocument {
  readonly text: string;
  private readonly etag: string;

  constructor(content: object) {
    this.text = JSON.stringify(content);
    this.etag = versionedText(this.text, () => this.text).etag;
  }

  /**
   * Answers 304 to callers that have it.
   * @param write sends the whole text; for services that change answers on their way out
   */
  send(
    request: Request,
    response: Response,
    write: (text: string) => void = (text) => void response.type('json').send(text),
  ): void {
    response.set(REVALIDATED);
    if (isNotModified(request, response, this.etag)) response.end();
    else write(this.text);
  }
}
