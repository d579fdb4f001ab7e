import type { Response } from 'express';

/** The root of the calendar's API, below the address of the site. */
const ROOT = '/calendar/events/v1/';
const VERSION = 'v1';

/**
 * Names the calendar's API to programs that know the address of a page alone: in headers, and in the head of the page (calendar-behaviour §3.2).
 * @param path the address of the page's subject in the API, below its root
 * @returns data for the layout
 */
export function nameApi(response: Response, origin: string, path = '') {
  const api = { version: VERSION, origin, root: `${origin}${ROOT}${path}` };
  response.setHeader('X-TEC-API-VERSION', api.version);
  response.setHeader('X-TEC-API-ROOT', api.root);
  response.setHeader('X-TEC-API-ORIGIN', api.origin);
  return { api };
}
