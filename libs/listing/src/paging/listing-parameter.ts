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
import { Cursors, FOREIGN_CURSOR } from './cursor';
import type { ListingDefinition } from '../fields';
import { ListPage } from './list-page';
import { pageAddress, type PageLink, setListHeaders, settingsOf } from './list-links';
import { type Cursor, type ListQuery, parseListing } from '../parse-listing';

/**
 * The request's listing parameters, parsed by the definition of the list: `@Listing(pageListing) query: ListQuery`.
 * The handler returns a `ListPage`. It is answered as `{data, total}`, with the headers `Link` and `X-Total-Count`.
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
      map((page: unknown) => {
        if (!(page instanceof ListPage)) return page;
        const request = http.getRequest<Request>();
        const response = http.getResponse<Response>();
        setListHeaders(response, page.total, this.links(page, request));
        return { data: pickMembers(page.rows, request.query), total: page.total };
      }),
    );
  }

  private links({ start, end, place }: ListPage<unknown>, request: Request): readonly PageLink[] {
    const { cursorSecret } = settingsOf(request);
    const cursors = new Cursors(this.definition, place.query, cursorSecret);
    const to = (cursor: Cursor) => pageAddress(request, { cursor: cursors.write(cursor) });
    return [
      ['first', pageAddress(request, {})],
      ...(place.hasPrevious && start ? [['prev', to({ direction: 'backward', position: start })] as const] : []),
      ...(place.hasNext && end ? [['next', to({ direction: 'forward', position: end })] as const] : []),
      ['last', to({ direction: 'backward' })],
    ];
  }
}

/** The members of records that the caller asked for by `fields` and `include`. Other names have no effect here. */
function pickMembers(records: readonly unknown[], { fields, include }: Request['query']): readonly unknown[] {
  if (typeof fields !== 'string') return records;
  const asked = typeof include === 'string' ? `${fields},${include}` : fields;
  const names = new Set(asked.split(',').map((name) => name.trim()));
  return records.map((record) =>
    Object.fromEntries(Object.entries(record as object).filter(([name]) => names.has(name))),
  );
}
