import { type CallHandler, type ExecutionContext, type NestInterceptor, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { NamedSchema } from '../schema';
import { routeNotesOf } from './routes';

type Members = Readonly<Record<string, unknown>>;

interface Dialect {
  /** Whether a route reads `fields`. */
  areRead(controller: { prototype: object }, handler: { name: string }): boolean;
  /** Whether dots lead to nested members. */
  readonly hasDots: boolean;
  /** @param allowed the members of a record, or of the member of it before the dot */
  refuse(allowed: readonly string[]): never;
}

/** Refuses names in `fields` that records of an answer never have. The description of the answer has all that they may have. */
export class FieldNames implements NestInterceptor<unknown, unknown> {
  private readonly cached = new Map<unknown, Members>();

  constructor(private readonly dialect: Dialect) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() === 'http') this.check(context);
    return next.handle();
  }

  private check(context: ExecutionContext): void {
    const { fields } = context.switchToHttp().getRequest<Request>().query;
    if (typeof fields !== 'string') return;
    const members = this.membersOf(context.getClass(), context.getHandler());
    const paths = fields.split(/[\s,]+/).filter((path) => path !== '');
    for (const path of paths) this.checkPath(this.dialect.hasDots ? path.split('.') : [path], members);
  }

  private checkPath([name = '', ...rest]: readonly string[], members: Members): void {
    const allowed = Object.keys(members);
    if (allowed.length === 0) return;
    if (!allowed.includes(name)) this.dialect.refuse(allowed);
    if (rest.length > 0) this.checkPath(rest, propertiesOf(members[name]));
  }

  /** Of the records in the answers of a route; empty when they are not known. */
  private membersOf(controller: { prototype: object }, handler: { name: string }): Members {
    const cached = this.cached.get(handler);
    if (cached) return cached;
    const members = this.dialect.areRead(controller, handler) ? recordMembers(answerOf(controller, handler)) : {};
    this.cached.set(handler, members);
    return members;
  }
}

function answerOf(controller: object, handler: object): unknown {
  const method = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))];
  const path = String(Reflect.getMetadata(PATH_METADATA, handler)).replace(/^\//, '');
  return routeNotesOf(controller).get(`${method} /${path}`)?.answer;
}

/** Lists have their records beside `total`. */
function recordMembers(answer: unknown): Members {
  const members = propertiesOf(answer);
  if (!('total' in members)) return members;
  const records = Object.values(members).find((member) => 'items' in contentOf(member));
  return propertiesOf(records);
}

/** The members of an object, of the items of a list, or of all alternatives. Empty when there are none, or when they are not known. */
function propertiesOf(schema: unknown): Members {
  const { properties, items, anyOf, oneOf, allOf } = contentOf(schema);
  const parts = [anyOf, oneOf, allOf].flatMap((part): unknown[] => (Array.isArray(part) ? part : []));
  const inside = [...parts, ...(items === undefined ? [] : [items])].map(propertiesOf);
  return inside.reduce<Members>((all, members) => ({ ...all, ...members }), contentOf(properties));
}

function contentOf(schema: unknown): Members {
  const content: unknown = schema instanceof NamedSchema ? schema.content : schema;
  return typeof content === 'object' && content !== null ? { ...content } : {};
}
