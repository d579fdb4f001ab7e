import type { Request, RequestHandler, Response } from 'express';

/** `system` follows the browser. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const COOKIE = 'almanac-theme';
const KEPT_MS = 365 * 24 * 60 * 60 * 1_000;

/** The theme that the reader chose in this browser. All pages of the site share it, in both services. */
function chosenTheme({ headers }: Pick<Request, 'headers'>): Theme {
  const pairs = (headers.cookie ?? '').split(/;\s*/);
  return THEMES.find((theme) => pairs.includes(`${COOKIE}=${theme}`)) ?? 'system';
}

export function keepTheme(response: Response, theme: Theme, isSecure: boolean): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (theme === 'system') response.clearCookie(COOKIE, options);
  else response.cookie(COOKIE, theme, { ...options, maxAge: KEPT_MS });
}

/** Templates draw the theme on the server, so that no page first appears in another one. */
export const drawTheme: RequestHandler = (request, response, next) => {
  response.locals['theme'] = chosenTheme(request);
  next();
};
