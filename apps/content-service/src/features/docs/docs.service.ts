import { JsonDocument } from '@almanac/http';
import { openApi, ServedRoutes } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { SiteSettings } from '../../content/settings/site-settings';
import { renderDocs } from './docs.page';
import { presentDocs } from './docs.presenter';
import { contentInterface, GROUP_NAMES } from './interface';

/** The forms of the description. */
interface Documents {
  /** In the form of the reference. */
  readonly endpoints: JsonDocument;
  readonly openApi: JsonDocument;
  /** One HTML file. */
  readonly page: string;
}

/** Describes the endpoints that the running program serves. */
@Injectable()
export class DocsService {
  private built: { appName: string; documents: Documents } | undefined;

  constructor(
    private readonly served: ServedRoutes,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Built again only after the name of the site has changed. */
  async documents(): Promise<Documents> {
    const { appName } = await this.site.current();
    if (this.built?.appName !== appName) this.built = { appName, documents: this.build(appName) };
    return this.built.documents;
  }

  private build(appName: string): Documents {
    const { baseUrl, uploadLimitMegabytes } = this.settings;
    const about = contentInterface(`${appName} API`, baseUrl);
    const routes = this.served.all();
    const docs = presentDocs(routes, GROUP_NAMES, about.examples, uploadLimitMegabytes * 1_000);
    return {
      endpoints: new JsonDocument(docs),
      openApi: new JsonDocument(openApi(routes, about)),
      page: renderDocs({ title: about.title, baseUrl, docs }),
    };
  }
}
