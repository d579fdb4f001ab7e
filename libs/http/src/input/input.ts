import { notFound } from '@almanac/errors';
import { type DtoClass, inspect, MAX_INTEGER, type UploadedFile, validated } from '@almanac/validation';
import {
  createParamDecorator,
  type ExecutionContext,
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import type { Request } from 'express';
import { nested, parametersOf } from '../body/named-values';
import { hasLiteralRoute } from '../routes/route-table';
import { refuseUnmatched } from '../routes/unmatched.controller';

declare module 'express-serve-static-core' {
  interface Request {
    /** Files of a multipart body by field name. */
    uploads?: Record<string, UploadedFile>;
  }
}

/**
 * The caller's query, body and files in one object. The body takes precedence over the query; of a repeated name the last value counts,
 * unless it is a list (`name[]`). Not validated.
 */
export type RawInput = Record<string, unknown>;

export function rawInputOf(request: Request): RawInput {
  const query = request.url.split('?')[1];
  const body: unknown = request.body;
  return {
    ...(query ? trimmed(nested(parametersOf(query))) : {}),
    ...(isRecord(body) ? trimmed(body) : {}),
    ...Object.fromEntries(Object.entries(request.uploads ?? {}).filter(isOwnName)),
  };
}

/** The merged input of the request. With a DTO class as the parameter's type, it is validated before the handler runs. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  return rawInputOf(context.switchToHttp().getRequest<Request>());
});

/** Input that its handler validates itself; see `UncheckedInput`. */
export class Unchecked<T extends object> {
  constructor(
    private readonly dto: DtoClass<T>,
    private readonly input: object,
  ) {}

  /** @throws Problem 422 */
  validate(): T {
    return validated(this.dto, this.input);
  }

  /** A member as it was sent. */
  sent(name: string): unknown {
    return Object.entries(this.input).find(([key]) => key === name)?.[1];
  }

  /** The same input with these members. */
  with(members: object): Unchecked<T> {
    return new Unchecked(this.dto, { ...this.input, ...members });
  }

  /** For callers that add faults of their own before they refuse the input. */
  inspect() {
    return inspect(this.dto, this.input);
  }
}

/** The merged input of the request, for handlers whose access checks need records: 404 and 403 take precedence over 422. */
export const UncheckedInput = <T extends object>(dto: DtoClass<T>): ParameterDecorator => uncheckedInput(dto);

const uncheckedInput = createParamDecorator(
  (dto: DtoClass<object>, context: ExecutionContext) =>
    new Unchecked(dto, rawInputOf(context.switchToHttp().getRequest<Request>())),
);

const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, undefined];

/** Validates every `@Input()` whose parameter has a DTO class as its type. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'custom' || PLAIN.includes(metatype) || !isDto(metatype) || !isPlainInput(value)) return value;
    return validated(metatype, value);
  }
}

const isDto = (metatype: unknown): metatype is DtoClass<object> =>
  typeof metatype === 'function' && metatype.name.endsWith('Dto');

const isPlainInput = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * The path's `:id` (or another parameter) as a number; a malformed id is a 404, or a 405 at a literal path:
 * `@Id('Page') id: number`, `@Id('Token', 'tokenId') tokenId: number`.
 */
export function Id(what: string, parameter = 'id'): ParameterDecorator {
  return pathId({ what, parameter });
}

const pathId = createParamDecorator(
  ({ what, parameter }: { what: string; parameter: string }, context: ExecutionContext): number => {
    const request = context.switchToHttp().getRequest<Request>();
    const text = request.params[parameter];
    if (typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_INTEGER) return Number(text);
    // `PUT /users/me` reaches the route of `/users/:id`.
    return hasLiteralRoute(request.app, request.path) ? refuseUnmatched(request) : notFound(what);
  },
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** Inherited property names. As data they are harmless to JavaScript, but not to libraries that look types up by name. */
const INHERITED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const isOwnName = ([key]: [string, unknown]): boolean => !INHERITED.includes(key);

/**
 * Removes NUL and replaces lone surrogates in texts and keys, because PostgreSQL cannot store them. Trims all texts except
 * passwords, where white space may be intended.
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
