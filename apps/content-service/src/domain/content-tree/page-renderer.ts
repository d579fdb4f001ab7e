import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../access/access.service';
import { mayHaveIncludeTags } from '../html/include-tags';
import { RENDERER_VERSION } from '../html/render-page';
import { RenderedHtmlCache } from '../html/rendered-html-cache';

/** What a page's stored HTML shows to one reader: pages that it includes are there as far as that reader may see them. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly rendered: RenderedHtmlCache,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param options as those of the cache of rendered pages */
  render(html: string, actor: Actor, options?: { keep?: boolean }): Promise<string> {
    const page = { html, letters: this.settings.contentFiltering, loadPage: (id: number) => this.visibleHtml(id, actor) };
    return this.rendered.render(page, options);
  }

  /**
   * The same for later, with what tells one rendering from another. Nothing is rendered for that, except where pages are included: what
   * those show depends on pages whose changes nobody counts, and on the reader.
   */
  async plan(html: string, actor: Actor): Promise<{ version: unknown[]; render: () => Promise<string> }> {
    const included = mayHaveIncludeTags(html) ? await this.render(html, actor) : undefined;
    const version = [RENDERER_VERSION, this.settings.contentFiltering, included];
    return { version, render: () => (included === undefined ? this.render(html, actor) : Promise.resolve(included)) };
  }

  private async visibleHtml(id: number, actor: Actor): Promise<string | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT content.html FROM pages page JOIN page_contents content ON content.page_id = page.id
      WHERE ${visible} AND page.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<{ html: string }>(sql, parameters.values);
    return row?.html;
  }
}
