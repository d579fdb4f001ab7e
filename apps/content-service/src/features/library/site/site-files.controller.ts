import path from 'node:path';
import { type Actor, Public } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Controller, Get, Header, Inject, Injectable, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { AccessService } from '../../../content/access/access.service';
import { Accounts } from '../../../content/accounts/accounts';
import { SiteSettings } from '../../../content/settings/site-settings';
import { LOGO } from '../../system/logo';

/** One file of the sitemap format holds 50,000 addresses, the home page among them. */
const MAX_ITEMS = 49_999;

interface PublicItem {
  path: string;
  changed: Date;
}

/** Lists all that a reader sees, for search engines. */
@Injectable()
export class PublicItems {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async all(actor: Actor): Promise<PublicItem[]> {
    const parameters = new Parameters();
    const view = await this.access.view(actor);
    const columns = selectComputed<PublicItem>({ path: `'/shelves/' || shelf.slug`, changed: 'shelf.updated_at' });
    const statement = sql`
      SELECT ${columns} FROM shelves shelf
      WHERE ${view.visible('bookshelf', 'shelf', parameters)}
      UNION ALL SELECT '/books/' || book.slug, book.updated_at FROM books book WHERE ${view.visible('book', 'book', parameters)}
      UNION ALL SELECT '/books/' || home.slug || '/chapter/' || chapter.slug, chapter.updated_at
      FROM chapters chapter JOIN books home ON home.id = chapter.book_id WHERE ${view.visible('chapter', 'chapter', parameters)}
      UNION ALL SELECT '/books/' || home.slug || '/page/' || page.slug, page.updated_at
      FROM pages page JOIN books home ON home.id = page.book_id
      WHERE ${view.visible('page', 'page', parameters)} AND NOT page.draft
      ORDER BY changed DESC, path LIMIT ${MAX_ITEMS}`;
    return this.database.query(statement, parameters.values);
  }
}

const AN_HOUR = 'public, max-age=3600';
const A_DAY = 'public, max-age=86400';
const AVATAR = path.resolve(__dirname, '../../../web/assets/avatar.png');

/** Files that browsers and search engines look for at fixed addresses. */
@Public()
@Controller()
export class SiteFilesController {
  constructor(
    private readonly accounts: Accounts,
    private readonly items: PublicItems,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', AN_HOUR)
  async robots(): Promise<string> {
    const isPublic = (await this.accounts.guest()) !== undefined;
    const closed = ['/api/', '/login', '/my-account', '/search', '/settings'].map((start) => `Disallow: ${start}`);
    const sitemaps = ['/sitemap.xml', '/events/sitemap.xml'].map((file) => `Sitemap: ${this.settings.baseUrl}${file}`);
    const rules = isPublic ? [...closed, ...sitemaps] : ['Disallow: /'];
    return ['User-agent: *', ...rules, ''].join('\n');
  }

  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', AN_HOUR)
  async sitemap(): Promise<string> {
    const guest = (await this.accounts.guest()) ?? notFound('Sitemap');
    const items = await this.items.all(guest);
    const urls = items.map(
      ({ path: item, changed }) =>
        `<url><loc>${this.settings.baseUrl}${item}</loc><lastmod>${changed.toISOString()}</lastmod></url>`,
    );
    const first = `<url><loc>${this.settings.baseUrl}/</loc></url>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[first, ...urls].join('\n')}\n</urlset>\n`;
  }

  @Get('manifest.webmanifest')
  @Header('Content-Type', 'application/manifest+json')
  @Header('Cache-Control', AN_HOUR)
  async manifest(): Promise<string> {
    const { appName } = await this.site.current();
    const icons = [{ src: '/logo.png', sizes: '128x128', type: 'image/png' }];
    return JSON.stringify({ name: appName, start_url: '/', display: 'minimal-ui', icons });
  }

  /** For browsers that ignore the link to the icon. */
  @Get('favicon.ico')
  @Header('Cache-Control', A_DAY)
  icon(): StreamableFile {
    return new StreamableFile(LOGO, { type: 'image/png' });
  }

  /** The `avatar_url` of all users. */
  @Get('user_avatar.png')
  avatar(@Res() response: Response): void {
    response.setHeader('Cache-Control', A_DAY);
    response.sendFile(AVATAR, { cacheControl: false });
  }
}
