import type { RotatingSecret } from '@almanac/runtime';
import { invalid } from '@almanac/errors';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { ListingDefinition } from '../fields';
import { type Cursor, type ListQuery, parseListing, type ListLimits } from '../parse-listing';
import { Cursors, FOREIGN_CURSOR } from './cursor';
import { ListBatch } from './list-batch';

/**
 * The request's listing parameters, parsed by the definition of the list: `@Listing(pageListing) query: ListQuery`.
 * The handler returns a `ListBatch`. It is answered as `{data, total}`, with the headers `Link` and `X-Total-Count`.
 */
export function Listing(definition: ListingDefinition): ParameterDecorator {
  return (target, method, index) => {
    ParsedQuery(definition)(target, method, index);
    const handler = method === undefined ? undefined : Object.getOwnPropertyDescriptor(target, method);
    if (method !== undefined && handler !== undefined)
      UseInterceptors(new ListAnswers(definition))(target, method, handler);
  };
}

const ParsedQuery = createParamDecorator((definition: ListingDefinition, context: ExecutionContext): ListQuery => {
  const request = context.switchToHttp().getRequest<Request>();
  const { limits, cursorSecret } = settingsOf(request);
  const query = parseListing(definition, request.query, limits);
  const { cursor: sent } = request.query;
  if (typeof sent !== 'string') return query;
  const cursor = new Cursors(definition, query, cursorSecret).read(sent);
  return cursor ? { ...query, cursor } : invalid({ cursor: [FOREIGN_CURSOR] });
});

class ListAnswers implements NestInterceptor<unknown, unknown> {
  constructor(private readonly definition: ListingDefinition) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof ListBatch)) return answer;
        const request = http.getRequest<Request>();
        const response = http.getResponse<Response>();
        setListHeaders(response, answer.total, this.links(answer, request));
        return { data: pickMembers(answer.rows, request.query), total: answer.total };
      }),
    );
  }

  private links({ start, end, place }: ListBatch<unknown>, request: Request): readonly BatchLink[] {
    const { cursorSecret } = settingsOf(request);
    const cursors = new Cursors(this.definition, place.query, cursorSecret);
    const to = (cursor: Cursor) => batchAddress(request, { cursor: cursors.write(cursor) });
    return [
      ['first', batchAddress(request, {})],
      ...(place.hasPrevious && start ? [['prev', to({ direction: 'backward', position: start })] as const] : []),
      ...(place.hasNext && end ? [['next', to({ direction: 'forward', position: end })] as const] : []),
      ['last', to({ direction: 'backward' })],
    ];
  }
}

/** The members of records that the caller asked for by `fields` and `include`. Other names have no effect here. */
function pickMembers(records: readonly unknown[], { fields, include }: Request['query']): readonly unknown[] {
  if (typeof fields !== 'string') return records;
  const requested = typeof include === 'string' ? `${fields},${include}` : fields;
  const names = new Set(requested.split(',').map((name) => name.trim()));
  return records.map((record) =>
    Object.fromEntries(Object.entries(record as object).filter(([name]) => names.has(name))),
  );
}

/** Key under which an app keeps the settings of its lists: `app.set(LIST_SETTINGS, { … })`. */
export const LIST_SETTINGS = 'almanac list settings';

export interface ListSettings {
  readonly limits: ListLimits;
  /** Address of the API, from which links begin. */
  readonly baseUrl: string;
  /** Signs cursors. All processes of a service have the same. */
  readonly cursorSecret: RotatingSecret;
}

export const settingsOf = ({ app }: Request) => app.get(LIST_SETTINGS) as ListSettings;

type BatchLink = readonly [rel: 'first' | 'prev' | 'next' | 'last', address: string];

/** Node's HTTP clients read 16 KB of headers, and some proxies less. */
const MAX_LINK_BYTES = 12 * 1024;

/**
 * The links of a list for the header `Link` (RFC 8288). Each repeats the query of the request, so with a long query only `next` is left, which a
 * caller cannot do without; undefined when that is too long as well.
 */
export function linkHeader(links: readonly BatchLink[]): string | undefined {
  const written = (some: readonly BatchLink[]) => some.map(([rel, to]) => `<${to}>; rel="${rel}"`).join(', ');
  const candidates = [written(links), written(links.filter(([rel]) => rel === 'next'))];
  return candidates.find((header) => header !== '' && header.length <= MAX_LINK_BYTES);
}

/** The address of the called list, with the caller's parameters but those of the place, and with these instead. */
function batchAddress(request: Request, place: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(request.query).filter(([name]) => !PLACES.includes(name));
  const others = parameters.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const query = new URLSearchParams([...others, ...Object.entries(place)]).toString();
  return `${settingsOf(request).baseUrl}${request.path}${query && `?${query}`}`;
}

const PLACES = ['offset', 'cursor', 'page'];

/** Sets `X-Total-Count` and `Link` of a list. */
function setListHeaders(response: Response, total: number, links: readonly BatchLink[]): void {
  response.setHeader('X-Total-Count', String(total));
  const link = linkHeader(links);
  if (link !== undefined) response.appendHeader('Link', link);
}

/** Sets the headers of a list whose batches have numbers. */
export function setNumberedListHeaders(
  response: Response,
  total: number,
  { page = 1, count }: { page?: number | undefined; count: number },
): void {
  const last = Math.max(1, Math.ceil(total / count));
  const to = (number: number) => batchAddress(response.req, { page: String(number) });
  setListHeaders(response, total, [
    ['first', to(1)],
    ...(page > 1 ? [['prev', to(Math.min(page - 1, last))] as const] : []),
    ...(page < last ? [['next', to(page + 1)] as const] : []),
    ['last', to(last)],
  ]);
}
