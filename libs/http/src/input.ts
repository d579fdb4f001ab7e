import { badRequest } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type UploadedFile } from '@almanac/validation';
import type { Request } from 'express';
import { parse as parseNested } from 'qs';

declare module 'express-serve-static-core' {
  interface Request {
    /** Files of a multipart body by field name. */
    uploads?: Record<string, UploadedFile>;
    /** What was wrong with the body; thrown once the caller is known to be welcome. */
    bodyFault?: Error;
  }
}

/**
 * What a caller sent, whichever way: query, body and files in one object; the body wins over the query, and of a name that comes twice the last
 * one counts unless it is marked as a list (`name[]`). Not validated.
 */
export type RawInput = Record<string, unknown>;

export function inputOf(request: Request): RawInput {
  const query = request.url.split('?')[1];
  const body: unknown = request.body;
  return {
    ...(query ? trimmed(parseNested(query, { depth: 8, arrayLimit: 1_000, duplicates: 'last' })) : {}),
    ...(isRecord(body) ? trimmed(body) : {}),
    ...request.uploads,
  };
}

/** The merged input of the request; give the parameter a DTO class as its type and it is validated before the handler runs. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  return inputOf(context.switchToHttp().getRequest<Request>());
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** No request needs more; the rules that look at input call themselves level by level, and must not run out of stack. */
const DEEPEST = 32;

/**
 * Texts and keys become such as PostgreSQL can store, as text and in JSON: without NUL and lone surrogates. All texts but passwords, where it may be
 * meant, lose their outer white space.
 */
function trimmed(record: object, depth = 1): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      storable(key),
      key.startsWith('password') && typeof value === 'string' ? storable(value) : trimmedValue(value, depth),
    ]),
  );
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function trimmedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value).trim();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return badRequest('The request body is nested too deeply.');
  if (Array.isArray(value)) return value.map((item) => trimmedValue(item, depth + 1));
  return trimmed(value, depth + 1);
}
