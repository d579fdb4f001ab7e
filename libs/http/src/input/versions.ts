import { createHash, hash } from 'node:crypto';
import { badRequest, Problem } from '@almanac/errors';
import { type CallHandler, type ExecutionContext, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { requestHeader } from './request-context';

/** An answer with its version, the `ETag`: a strong one for a record, a weak one for a list. A costly `show` is not called when the caller has this version. */
export class VersionedAnswer<T> {
  constructor(
    readonly etag: string,
    readonly show: () => T | Promise<T>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The answer to a change: it may have fewer members than a read, and has the version of the next read. */
  as<U>(show: () => U | Promise<U>): VersionedAnswer<U> {
    return new VersionedAnswer(this.etag, show);
  }
}

/**
 * @param state all data that the answer depends on, or the answer itself
 * @param show builds the answer; omit it when `state` is the answer
 */
export function versionedAnswer<T>(state: T): VersionedAnswer<T>;
export function versionedAnswer<T>(state: unknown, show: () => T | Promise<T>): VersionedAnswer<T>;
export function versionedAnswer(state: unknown, show: () => unknown = () => state): VersionedAnswer<unknown> {
  return versionedText(JSON.stringify(state), show);
}

/** As `versionedAnswer`, for a state that is already written as JSON. */
export function versionedText<T>(state: string | Uint8Array, show: () => T | Promise<T>): VersionedAnswer<T> {
  return new VersionedAnswer(`"${createHash('sha256').update(state).digest('base64url')}"`, show);
}

/** A weak `ETag`, for answers of which only the digest is known. */
export const weakTag = (state: string | Uint8Array): string => `W/"${hash('sha256', state, 'base64url')}"`;

/** Browsers may keep an answer with this header, and must ask whether it is still current. */
export const REVALIDATED = { 'Cache-Control': 'private, no-cache' };

/**
 * The answer with members that depend on the caller only. Its `ETag` changes with them, but `If-Match` does not compare that part: a caller
 * can save with it.
 */
export function withMembers<T extends object, Members extends object>(
  answer: VersionedAnswer<T>,
  members: Members,
): VersionedAnswer<T & Members> {
  const show = async () => ({ ...(await answer.show()), ...members });
  if (Object.keys(members).length === 0) return new VersionedAnswer(answer.etag, show, answer.headers);
  const part = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return new VersionedAnswer(`${answer.etag.slice(0, -1)}.${part}"`, show);
}

const MEMBERS_PART = /\.[^".]*(?="$)/;

/** Sets the `ETag`. True when the caller has this version already (`If-None-Match`); the status is then 304, without a body. */
export function isNotModified(request: Request, response: Response, etag: string): boolean {
  response.setHeader('ETag', etag);
  if (!isNamed(request, etag)) return false;
  response.status(304);
  return true;
}

const READS = ['GET', 'HEAD'];

/**
 * Whether `If-None-Match` names the version, by the weak comparison of RFC 9110, 13.1.2. Not Express's `fresh`: it ignores the condition
 * in requests with `Cache-Control: no-cache`, which `fetch` adds to every conditional request.
 */
function isNamed({ method, headers }: Request, etag: string): boolean {
  const condition = headers['if-none-match']?.trim();
  if (condition === undefined || !READS.includes(method)) return false;
  return (
    condition === '*' || (LIST.test(condition) && tagsIn(condition).some((tag) => withoutW(tag) === withoutW(etag)))
  );
}

const withoutW = (tag: string): string => tag.replace(/^W\//, '');

class VersionInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const answer = async (result: unknown): Promise<unknown> => {
      if (!(result instanceof VersionedAnswer)) return result;
      const response = http.getResponse<Response>();
      const { Link: links, ...others } = result.headers;
      response.set(others);
      if (links !== undefined) response.appendHeader('Link', links);
      return isNotModified(http.getRequest<Request>(), response, result.etag) ? undefined : result.show();
    };
    return next.handle().pipe(mergeMap(answer));
  }
}

/** For handlers that return a `VersionedAnswer`; reads answer 304 to callers that have the version. */
export const WithVersion = (): ClassDecorator & MethodDecorator => UseInterceptors(new VersionInterceptor());

/**
 * Refuses a change when the caller's `If-Match` does not name the current version (RFC 9110, 13.1.1). Call it inside the transaction with
 * the row locked. Of two callers with the same version, one then succeeds and the other one gets 412.
 * @param current gives the current version; not called without the header
 * @throws Problem 412 with the current `ETag`; 400 for an invalid header, because after a 412 the caller would retry for ever
 */
export async function requireMatch(
  current: () => VersionedAnswer<unknown> | Promise<VersionedAnswer<unknown>>,
): Promise<void> {
  const condition = requestHeader('if-match')?.trim();
  if (condition === undefined || condition === '*') return;
  const tags = entityTags(condition);
  const { etag } = await current();
  if (!tags.some((tag) => tag.replace(MEMBERS_PART, '') === etag))
    throw new Problem(412, CHANGED_MEANWHILE, { headers: { ETag: etag } });
}

const CHANGED_MEANWHILE =
  'This was changed after you read it. Read it again, and repeat your change if it still makes sense.';
const ENTITY_TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
// Recipients must accept empty elements (RFC 9110, 5.6.1).
const LIST = new RegExp(`^(?:,[ \\t]*)*${ENTITY_TAG}(?:[ \\t]*,(?:[ \\t]*${ENTITY_TAG})?)*$`);

/** Weak tags keep their prefix `W/`, so that they never equal a strong one. */
function entityTags(list: string): string[] {
  if (!LIST.test(list)) badRequest('The If-Match header must be * or a list of entity tags such as "abc".');
  return tagsIn(list);
}

const tagsIn = (list: string): string[] => list.match(new RegExp(ENTITY_TAG, 'g')) ?? [];
