import type { RotatingSecret } from '@almanac/config';
import type { Request, Response } from 'express';
import type { ListLimits } from '../parse-listing';

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

/** A link to the called list, with the caller's parameters but those of the place, and with these instead. */
export function linkTo(request: Request, rel: string, place: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(request.query).filter(([name]) => !PLACES.includes(name));
  const given = parameters.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const query = new URLSearchParams([...given, ...Object.entries(place)]).toString();
  return `<${settingsOf(request).baseUrl}${request.path}${query && `?${query}`}>; rel="${rel}"`;
}

const PLACES = ['offset', 'cursor', 'page'];

/** Sets `X-Total-Count` and `Link` of a list whose pages have numbers. */
export function setListHeaders(
  response: Response,
  total: number,
  { page = 1, count }: { page?: number | undefined; count: number },
): void {
  const { req: request } = response;
  const last = Math.max(1, Math.ceil(total / count));
  const link = (rel: string, number: number) => linkTo(request, rel, { page: String(number) });
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  response.setHeader('X-Total-Count', String(total)).appendHeader('Link', links.join(', '));
}
