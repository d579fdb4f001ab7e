import { Public } from '@almanac/auth';
import { ATOM_TYPE, atomFeed, xmlText } from '@almanac/web';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { plainText } from '../../../calendar/rendering/sanitised';
import { ContentSite } from '../../../web/content-site';
import { recordPath } from '../record-paths';
import { PublicEvents } from './public-events';

const AN_HOUR = 'public, max-age=3600';
const MINUTES = 'public, max-age=300';

/** Files of the calendar for search engines and news readers. */
@Public()
@Controller('events')
export class SiteFilesController {
  constructor(
    private readonly events: PublicEvents,
    private readonly site: ContentSite,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', AN_HOUR)
  async sitemap(): Promise<string> {
    const { baseUrl } = this.settings;
    const addresses = (await this.events.addresses()).map(
      ({ path, changed }) =>
        `<url><loc>${xmlText(baseUrl + encodeURI(path))}</loc><lastmod>${changed.toISOString()}</lastmod></url>`,
    );
    const first = `<url><loc>${xmlText(baseUrl)}/events/</loc></url>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[first, ...addresses].join('\n')}\n</urlset>\n`;
  }

  @Get('feed.atom')
  @Header('Content-Type', ATOM_TYPE)
  @Header('Cache-Control', MINUTES)
  async feed(): Promise<string> {
    const { baseUrl } = this.settings;
    const { name } = await this.site.facts();
    const entries = (await this.events.news()).map(({ slug, title, published, changed, excerpt }) => {
      const page = baseUrl + recordPath('event', { id: 0, slug });
      return { id: page, title, page, published, updated: changed, summary: plainText(excerpt) };
    });
    const address = `${baseUrl}/events/feed.atom`;
    return atomFeed({ title: `${name}: events`, author: name, address, page: `${baseUrl}/events/`, entries });
  }
}
