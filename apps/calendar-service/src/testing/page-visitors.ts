import { nonEmpty, type Reader, type TestResponse, VisitingBrowser } from '@almanac/testing';
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

/** The text of an attribute or element of a page. */
export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The fields of the form of an event as a browser sends them when nobody changes anything. */
export function fieldsIn(html: string): Record<string, string> {
  const form = /<form class="event-form".*?<\/form>/s.exec(html)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [tag] of nonEmpty([...form.matchAll(/<input\b[^>]*>/g)])) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    const isSent = of('type') === 'checkbox' ? tag.includes(' checked') : of('type') !== 'file';
    if (isSent) fields[of('name') ?? ''] = unescaped(of('value') ?? '');
  }
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]* name="([^"]+)".*?>(.*?)<\/select>/gs))
    fields[name] = unescaped(
      /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? '',
    );
  for (const [, name = '', text = ''] of form.matchAll(/<textarea[^>]* name="([^"]+)".*?>\n?([^<]*)<\/textarea>/gs))
    fields[name] = unescaped(text).replaceAll(/\r\n?|\n/g, '\r\n');
  delete fields['_csrf'];
  return fields;
}
