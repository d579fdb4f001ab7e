import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Database } from '@almanac/database';
import { badRequest, Problem } from '@almanac/errors';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type StoredAnswer, StoredAnswers } from './stored-answers';

const REFUSES_KEY = 'almanac:refuses-idempotency-key';

/**
 * For routes that answer 400 to a request with an `Idempotency-Key`. Their answer has a secret that must not be stored, or they wait for
 * work outside of their transaction.
 */
export const RefusesIdempotencyKey = () => SetMetadata(REFUSES_KEY, true);

/** Whether a handler has `@RefusesIdempotencyKey()`. */
export const refusesIdempotencyKey = (handler: object): boolean => Reflect.hasMetadata(REFUSES_KEY, handler);

const VALID_KEY = /^[\x20-\x7e]{1,255}$/;
const MAX_KEYS_PER_USER = 10_000;
/** A page at the limit of its texts, which its answer repeats in three forms. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Answers of this size are kept in any case; the number of keys limits them. */
const MAX_SMALL_BYTES = 64 * 1024;
/** Of all answers of a user, as PostgreSQL compresses them. */
const MAX_STORED_BYTES = 32 * 1024 * 1024;
/** Headers that a repetition gets again. */
const STORED_HEADERS = ['ETag', 'Location'];

/**
 * `Idempotency-Key` on POST: carries a request out once, and repeats its answer for 24 hours. The answer is stored in the transaction of
 * the change, so both exist or neither does. Refusals are not stored, because they roll the transaction back.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: StoredAnswers,
    private readonly database: Database,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) return next.handle();
    if (typeof key !== 'string' || !VALID_KEY.test(key))
      badRequest('The Idempotency-Key header must have 1 to 255 printable ASCII characters.');
    if (!request.actor) badRequest('Sign in to use the Idempotency-Key header.');
    if (this.reflector.get<boolean | undefined>(REFUSES_KEY, context.getHandler()))
      badRequest('This route takes no Idempotency-Key header.');
    const scope = { userId: request.actor.id, key };
    const fingerprint = await fingerprintOf(request);
    const once = async (): Promise<unknown> => {
      if (!(await this.answers.lock(scope))) refuseInFlight();
      const stored = await this.answers.find(scope);
      if (stored) return replay(stored, fingerprint, response);
      const used = await this.answers.usage(scope.userId, MAX_KEYS_PER_USER);
      if (used.keys >= MAX_KEYS_PER_USER) refuseMoreKeys();
      const body = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await this.answers.add(scope, answerOf(body, fingerprint, response, used.bytes < MAX_STORED_BYTES));
      return body;
    };
    return from(this.database.transaction(once));
  }
}

function answerOf(body: unknown, fingerprint: string, response: Response, isWithinQuota: boolean): StoredAnswer {
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const text = body === undefined || body === null ? null : JSON.stringify(body);
  const bytes = Buffer.byteLength(text ?? '');
  const isTooLarge = bytes > MAX_ANSWER_BYTES || (bytes > MAX_SMALL_BYTES && !isWithinQuota);
  return {
    fingerprint,
    status: response.statusCode,
    headers: Object.fromEntries(headers),
    body: isTooLarge ? null : text,
    isTooLarge,
  };
}

/** @throws Problem 422 for another request, 409 for an answer that was too large to keep */
function replay(
  { status, headers, body, isTooLarge, ...stored }: StoredAnswer,
  fingerprint: string,
  response: Response,
) {
  if (stored.fingerprint !== fingerprint)
    throw new Problem(422, 'Another request was sent with this Idempotency-Key. Use a new key for each request.');
  if (isTooLarge)
    throw new Problem(
      409,
      'This request was carried out before. Its answer was too large to repeat; read the record.',
      {
        headers,
      },
    );
  response.status(status).set({ ...headers, 'Idempotency-Replayed': 'true' });
  return body === null ? undefined : (JSON.parse(body) as unknown);
}

function refuseInFlight(): never {
  throw new Problem(409, 'A request with this Idempotency-Key is still being carried out. Try again in a second.', {
    headers: { 'Retry-After': '1' },
  });
}

function refuseMoreKeys(): never {
  throw new Problem(429, `You used ${MAX_KEYS_PER_USER} keys within 24 hours. Send requests without a key, or wait.`, {
    headers: { 'Retry-After': '3600' },
  });
}

/**
 * A digest of everything that decides about the answer. Files are digested by their content, because the boundary of a multipart body
 * differs in each attempt. The scope of the token counts: a narrower token must not get the answer of another one.
 */
async function fingerprintOf({ method, originalUrl, actor, body, uploads }: Request): Promise<string> {
  const files: unknown[] = [];
  for (const [field, { path, originalName }] of Object.entries(uploads ?? {}))
    files.push([field, originalName, await digestOf(path)]);
  const sent: unknown = Buffer.isBuffer(body) ? body.toString('base64') : body;
  const limits = actor?.limits && [actor.limits.readOnly, [...actor.limits.reach].sort()];
  return createHash('sha256')
    .update(JSON.stringify([method, originalUrl, limits, sent, files]))
    .digest('base64url');
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}
