import { invalid } from '@almanac/errors';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  RequestMethod,
} from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { NamedSchema } from '../schema';
import { listingOf } from './handler-inputs';
import { routeNotesOf } from './routes';

/** Refuses names in `fields` that the records of a list never have. The description of the list has all that they may have. */
@Injectable()
export class FieldNames implements NestInterceptor<unknown, unknown> {
  private readonly known = new Map<unknown, readonly string[] | undefined>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() === 'http') this.check(context);
    return next.handle();
  }

  private check(context: ExecutionContext): void {
    const { fields } = context.switchToHttp().getRequest<Request>().query;
    if (typeof fields !== 'string') return;
    const handler = context.getHandler();
    if (!this.known.has(handler)) this.known.set(handler, membersOf(context.getClass(), handler));
    const members = this.known.get(handler);
    if (members === undefined) return;
    const asked = fields.split(',').map((name) => name.trim());
    if (asked.some((name) => name !== '' && !members.includes(name)))
      invalid({ fields: [`The fields may only hold these names, separated by commas: ${members.join(', ')}.`] });
  }
}

/** The members of the records that a handler with `@Listing(…)` returns. */
function membersOf(controller: { prototype: object }, handler: { name: string }): readonly string[] | undefined {
  if (!listingOf(controller, handler.name)) return undefined;
  const method = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))];
  const path = String(Reflect.getMetadata(PATH_METADATA, handler)).replace(/^\//, '');
  const list = routeNotesOf(controller).get(`${method} /${path}`)?.answer;
  return Object.keys(membersIn(membersIn(list, 'properties', 'data', 'items'), 'properties'));
}

/** The object at the place in a schema. Empty when there is none. */
function membersIn(schema: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const content: unknown = schema instanceof NamedSchema ? schema.content : schema;
  if (typeof content !== 'object' || content === null) return {};
  const [name, ...rest] = path;
  return name === undefined ? { ...content } : membersIn(Reflect.get(content, name), ...rest);
}
