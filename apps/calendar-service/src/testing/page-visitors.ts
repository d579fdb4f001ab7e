import { type Reader, type TestResponse, VisitingBrowser } from '@almanac/testing';
import type { CalendarApp } from './calendar-app';
import type { Person } from './content-stand-in';

/** Opens a page as the browser of a stranger or of this member would. */
export const visit = ({ api, content }: CalendarApp, path: string, member?: Person): Promise<TestResponse> =>
  api.atRoot({ accept: 'text/html', ...(member && { cookie: content.session(member) }) }).get(path);

/** A browser that keeps its session, of a stranger or of this member. */
export function browserOf({ api, content }: CalendarApp, member?: Person): VisitingBrowser {
  const browser = new VisitingBrowser(api.atRoot());
  const [name = '', value = ''] = member ? content.session(member).split(/=(.*)/) : [];
  if (member) browser.cookies.set(name, value);
  return browser;
}

/** Logs a member in at a site without TLS. */
export async function logIn({ page }: Reader, { api, content }: CalendarApp, member: Person): Promise<void> {
  const [name = '', value = ''] = content.session(member).split('=');
  const { hostname: domain } = new URL(api.baseUrl);
  await page.browserContext().setCookie({ name: name.replace('__Host-', ''), value, domain, path: '/' });
}

/** The words of a page, without markup. */
export const readable = (html: string): string =>
  html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:])/g, '');
