import type { VisitingBrowser } from '@almanac/testing';

/** Exports in the formats that need a browser, and addresses of other services. */
const NOT_FOLLOWED = /^\/(?:calendar|events)(?:\/|$)|\/export\/pdf$/;

/** The addresses of this site that a page names, without fragments. */
export function linksIn(html: string, from: string, site: string): string[] {
  const found = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const urls = found.map((link) => new URL(link, `${site}${from}`));
  return urls.filter(({ origin }) => origin === site).map(({ pathname, search }) => pathname + search);
}

interface Seen {
  status: number;
  /** Empty for other answers and files to save. */
  page: string;
}

/** Follows every link from the home page. @returns the answer by address */
export async function crawl(browser: VisitingBrowser, site: string): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || NOT_FOLLOWED.test(path)) continue;
    const { status, headers, text } = await browser.get(path);
    const isPage = headers.get('content-type')?.includes('text/html') && !headers.has('content-disposition');
    seen.set(path, { status, page: isPage ? text : '' });
    const target = headers.get('location');
    if (target !== null) waiting.push(...linksIn(` href="${target}"`, path, site));
    if (headers.get('content-type')?.includes('text/html')) waiting.push(...linksIn(text, path, site));
  }
  return seen;
}
