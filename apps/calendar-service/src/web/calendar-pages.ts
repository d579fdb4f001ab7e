import { installSiteViews } from '@almanac/web';
import type { NestExpressApplication } from '@nestjs/platform-express';
import path from 'node:path';
import packageJson from '../../../../package.json';
import { ContentSite } from './content-site';

/** The addresses of pages. Programs get the answer of an unknown address there, but read the two files. */
export const CALENDAR_PAGES = /^\/(?:events(?!\/(?:feed\.atom|sitemap\.xml)$)|event|venue|organizer)(?:\/|$)/;

/** Templates lie beside the features that show them. */
export function installCalendarPages(app: NestExpressApplication): void {
  const site = app.get(ContentSite);
  installSiteViews(app, {
    appName: '',
    current: async () => {
      const { name, logo } = await site.facts();
      return { appName: name, logo };
    },
    version: packageJson.version,
    templates: path.resolve(__dirname, '..'),
    assets: path.join(__dirname, 'assets'),
    assetsPath: '/calendar-assets',
  });
}
