import { type Actor, CurrentActor } from '@almanac/auth';
import { REVALIDATED, VersionedAnswer, weakTag, WithVersion } from '@almanac/http';
import type { Filter } from '@almanac/listing';
import { ATOM_TYPE, atomFeed } from '@almanac/web';
import { Get, Header, Inject, Param } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { SiteSettings } from '../../../content/settings/site-settings';
import { having, listQuery } from '../../../web/list-batches';
import { LibraryPage } from '../../../web/reader.guard';
import { PagesService } from '../../pages/pages.service';
import { NO_MEMBERS, PUBLISHED } from '../library-site';
import { OldAddresses } from '../old-addresses';

const ENTRIES = 30;

/** Recently changed pages, as many as the reader may see. */
@LibraryPage('')
@WithVersion()
export class FeedsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly pages: PagesService,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('feed.atom')
  @Header('Content-Type', ATOM_TYPE)
  async all(@CurrentActor() actor: Actor): Promise<VersionedAnswer<string>> {
    const { appName } = await this.site.current();
    return this.feed('', appName, [], actor);
  }

  @Get('books/:slug/feed.atom')
  @Header('Content-Type', ATOM_TYPE)
  async book(@Param('slug') slug: string, @CurrentActor() actor: Actor): Promise<VersionedAnswer<string>> {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/feed.atom');
    return this.feed(path, name, [having('book_id', id)], actor);
  }

  /**
   * @param path the page that shows the same to people
   * @param name of the book or the site
   */
  private async feed(
    path: string,
    name: string,
    filters: readonly Filter[],
    actor: Actor,
  ): Promise<VersionedAnswer<string>> {
    const { appName: author } = await this.site.current();
    const newest = { count: ENTRIES, sort: 'updated_at', descending: true, filters: [PUBLISHED, ...filters] };
    const { rows } = await this.pages.list(listQuery(newest), NO_MEMBERS, actor);
    const start = this.settings.baseUrl;
    const entries = rows.map((page) => ({
      id: `${start}/link/${page.id}`,
      title: page.name,
      page: `${start}/books/${page.book_slug}/page/${page.slug}`,
      updated: new Date(page.updated_at),
    }));
    const addresses = { address: `${start}${path}/feed.atom`, page: `${start}${path || '/'}` };
    const xml = atomFeed({ title: `${name}: recent changes`, author, ...addresses, entries });
    return new VersionedAnswer(weakTag(xml), () => xml, REVALIDATED);
  }
}
