import { randomBytes } from 'node:crypto';
import type { Response } from 'express';

const RULES = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * Pages load only files of this site, cannot be framed, and do not send links with secrets to other sites.
 * @param own rules of a page that needs more
 */
export function setSiteHeaders(response: Response, own: Readonly<Record<string, string>> = {}): void {
  const rules = Object.entries({ ...RULES, ...own }).map(([name, sources]) => `${name} ${sources}`);
  response.setHeader('Content-Security-Policy', rules.join('; '));
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Texts may show images and play sounds and films of other sites. */
const OTHER_SITES = { 'img-src': "'self' data: https:", 'media-src': "'self' https:" };
const NONCE_BYTES = 16;

/** For a page that shows texts of users. */
export const setTextHeaders = (response: Response): void => setSiteHeaders(response, OTHER_SITES);

/** For a page with texts that also has one style sheet, or scripts, of its own. @returns the value of their `nonce` attribute */
export function allowOwn(kind: 'style-src' | 'script-src', response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  setSiteHeaders(response, { ...OTHER_SITES, [kind]: `'self' 'nonce-${nonce}'` });
  return nonce;
}

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
