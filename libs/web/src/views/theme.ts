import express, { type Express, type Request, type Response } from 'express';

/** `system` follows the browser. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const COOKIE = 'almanac-theme';
const COOKIE_AGE_MS = 365 * 24 * 60 * 60 * 1_000;

/** The theme that the reader chose in this browser. All pages of the site share it, in both services. */
export function chosenTheme({ headers }: Pick<Request, 'headers'>): Theme {
  const pairs = (headers.cookie ?? '').split(/;\s*/);
  return THEMES.find((theme) => pairs.includes(`${COOKIE}=${theme}`)) ?? 'system';
}

export function storeTheme(response: Response, theme: Theme, isSecure: boolean): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (theme === 'system') response.clearCookie(COOKIE, options);
  else response.cookie(COOKIE, theme, { ...options, maxAge: COOKIE_AGE_MS });
}

/** Templates draw the theme on the server, so that no page first appears in another one. Only pages are rendered. */
export function drawTheme({ response }: Express): void {
  response.render = function (this: Response, ...page: Parameters<Response['render']>) {
    this.locals['theme'] = chosenTheme(this.req);
    express.response.render.apply(this, page);
  };
}
