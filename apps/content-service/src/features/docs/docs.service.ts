import { openApi, ServedRoutes } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { renderDocs } from './docs.page';
import { presentDocs } from './docs.presenter';
import { contentInterface, GROUP_NAMES } from './interface';

/** Describes the endpoints that the running program serves. */
@Injectable()
export class DocsService {
  constructor(
    private readonly served: ServedRoutes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** In the form of the reference. */
  read() {
    return presentDocs(this.served.all(), GROUP_NAMES, this.about.examples, this.settings.uploadLimitMegabytes * 1_000);
  }

  openApi() {
    return openApi(this.served.all(), this.about);
  }

  page(): string {
    const { title, server: baseUrl } = this.about;
    return renderDocs({ title, baseUrl, docs: this.read() });
  }

  private get about() {
    return contentInterface(`${this.settings.appName} API`, this.settings.baseUrl);
  }
}
