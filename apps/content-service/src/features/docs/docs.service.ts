import { openApi, ServedRoutes } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { SiteSettings } from '../../content/site-settings';
import { renderDocs } from './docs.page';
import { presentDocs } from './docs.presenter';
import { contentInterface, GROUP_NAMES } from './interface';

/** Describes the endpoints that the running program serves. */
@Injectable()
export class DocsService {
  constructor(
    private readonly served: ServedRoutes,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** In the form of the reference. */
  async read() {
    const { examples } = await this.about();
    return presentDocs(this.served.all(), GROUP_NAMES, examples, this.settings.uploadLimitMegabytes * 1_000);
  }

  async openApi() {
    return openApi(this.served.all(), await this.about());
  }

  async page(): Promise<string> {
    const { title, server: baseUrl } = await this.about();
    return renderDocs({ title, baseUrl, docs: await this.read() });
  }

  private async about() {
    const { appName } = await this.site.current();
    return contentInterface(`${appName} API`, this.settings.baseUrl);
  }
}
