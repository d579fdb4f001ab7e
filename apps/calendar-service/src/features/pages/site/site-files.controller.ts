import { Public } from '@almanac/auth';
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
    const pages = (await this.events.pages()).map(
      ({ path, changed }) =>
        `<url><loc>${xml(baseUrl + encodeURI(path))}</loc><lastmod>${changed.toISOString()}</lastmod></url>`,
    );
    const first = `<url><loc>${xml(baseUrl)}/events/</loc></url>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[first, ...pages].join('\n')}\n</urlset>\n`;
  }

  /** RFC 4287. */
  @Get('feed.atom')
  @Header('Content-Type', 'application/atom+xml; charset=utf-8')
  @Header('Cache-Control', MINUTES)
  async feed(): Promise<string> {
    const { baseUrl } = this.settings;
    const name = xml((await this.site.facts()).name);
    const events = await this.events.news();
    const address = xml(`${baseUrl}/events/feed.atom`);
    const entries = events.map((event) => {
      const url = xml(baseUrl + recordPath('event', { id: 0, slug: event.slug }));
      return `<entry>
<id>${url}</id>
<title>${xml(event.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${event.published.toISOString()}</published>
<updated>${event.changed.toISOString()}</updated>
<summary>${xml(plainText(event.excerpt))}</summary>
</entry>`;
    });
    const updated = (events[0]?.changed ?? new Date(0)).toISOString();
    return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>${name}: events</title>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${address}"/>
<link rel="alternate" type="text/html" href="${xml(baseUrl)}/events/"/>
<updated>${updated}</updated>
${entries.join('\n')}
</feed>
`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML allows no control characters, except tabs and line ends. */
const xml = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
