import { Controller, Get, Inject } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { Routes } from '../../calendar/description/routes';
import { INDEX_SCHEMA, NamespaceDto, OPENAPI_SCHEMA } from './index.schema';
import { namespaceIndex } from './namespace-index';
import { openApi } from './openapi';
import { ServedRoutes } from './served-routes';

/** The descriptions of the API, open to all callers. */
@Routes({
  'GET /': { summary: 'List the routes', takes: NamespaceDto, answer: INDEX_SCHEMA },
  'GET /doc': { summary: 'Describe the interface', answer: OPENAPI_SCHEMA },
})
@Controller()
export class IndexController {
  constructor(
    private readonly served: ServedRoutes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  routes() {
    return namespaceIndex(this.served.all(), apiRoot(this.settings));
  }

  @Get('doc')
  describe() {
    return openApi(this.served.all(), apiRoot(this.settings));
  }
}
