import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that decide whether a person or a program reads the answer. */
export interface Asking {
  id?: string;
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  /** An API was called at an address that the settings add. */
  isApi?: boolean;
}

/** Browsers send no other methods when they open an address or send a form. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** Addresses for programs. `/api/docs` is a page. */
const FOR_PROGRAMS = /^\/(?:api(?!\/docs\/?(?:\?|$))|uploads|calendar\/events\/v1|openapi\.json)(?:[/?]|$)/;

/**
 * Whether a browser opens an address. Browsers accept HTML and do not mention JSON. Scripts of a page say that they do not navigate.
 * At an address for programs the browser must say that it does: some programs accept HTML without a thought.
 */
export function wantsPage({ method = 'GET', url = '', headers, isApi = false }: Asking): boolean {
  const { accept = '', authorization, 'sec-fetch-mode': mode } = headers;
  if (!METHODS.includes(method) || authorization !== undefined) return false;
  if (!/\btext\/html\b/i.test(accept) || /\bjson\b/i.test(accept)) return false;
  return mode === 'navigate' || (mode === undefined && !isApi && !FOR_PROGRAMS.test(url));
}
