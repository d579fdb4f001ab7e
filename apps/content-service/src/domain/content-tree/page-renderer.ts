import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { RENDERER_VERSION } from '../html/render-page';
import { RenderedHtmlCache } from '../html/rendered-html-cache';
import { IncludedPages } from './included-pages';

/** How a page will be rendered. */
interface Plan {
  /** What tells one rendering from another. */
  version: unknown[];
  render: () => Promise<string>;
}

/** What a page's stored HTML shows to one reader: pages that it includes are there as far as that reader may see them. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly rendered: RenderedHtmlCache,
    private readonly included: IncludedPages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param options as those of the cache of rendered pages */
  async render(html: string, actor: Actor, options?: { keep?: boolean }): Promise<string> {
    return (await this.plan(html, actor, options)).render();
  }

  /** The same for later. Nothing is rendered before its version is known: it follows from what will be rendered, pages included. */
  async plan(html: string, actor: Actor, options?: { keep?: boolean }): Promise<Plan> {
    const letters = this.settings.contentFiltering;
    const pages = await this.included.of(html, actor);
    return { version: [RENDERER_VERSION, letters, ...pages], render: () => this.rendered.render({ html, letters, pages }, options) };
  }
}
