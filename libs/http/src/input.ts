import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type UploadedFile } from '@almanac/validation';
import type { Request } from 'express';
import { nested, parametersOf } from './body/named-values';

declare module 'express-serve-static-core' {
  interface Request {
    /** Files of a multipart body by field name. */
    uploads?: Record<string, UploadedFile>;
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
    ...(query ? trimmed(nested(parametersOf(query))) : {}),
    ...(isRecord(body) ? trimmed(body) : {}),
    ...Object.fromEntries(Object.entries(request.uploads ?? {}).filter(isOwnName)),
  };
}

/** The merged input of the request; give the parameter a DTO class as its type and it is validated before the handler runs. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  return inputOf(context.switchToHttp().getRequest<Request>());
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** Names that every object has already. As data they are harmless to JavaScript, but not to libraries that look types up by them. */
const INHERITED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const isOwnName = ([key]: [string, unknown]): boolean => !INHERITED.includes(key);

/**
 * Texts and keys become such as PostgreSQL can store, as text and in JSON: without NUL and lone surrogates. All texts but passwords, where it may be
 * meant, lose their outer white space.
 */
function trimmed(record: object): Record<string, unknown> {
  const members = Object.entries(record).map(([key, value]): [string, unknown] => [storable(key), value]);
  return Object.fromEntries(members.filter(isOwnName).map(([key, value]) => [key, trimmedMember(key, value)]));
}

const trimmedMember = (key: string, value: unknown): unknown =>
  key.startsWith('password') && typeof value === 'string' ? storable(value) : trimmedValue(value);

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function trimmedValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value).trim();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => trimmedValue(item));
  return trimmed(value);
}
