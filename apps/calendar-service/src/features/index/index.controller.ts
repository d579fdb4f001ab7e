import { Controller, Get, Inject } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { DOCUMENT_SCHEMA, openApi, Routes, ServedRoutes } from '@almanac/openapi';
import { INDEX_SCHEMA, NamespaceDto } from './index.schema';
import { calendarInterface } from './interface';
import { namespaceIndex } from './namespace-index';

/** The descriptions of the API, open to all callers. */
@Routes({
  'GET /': { summary: 'List the routes', takes: NamespaceDto, answer: INDEX_SCHEMA },
  'GET /doc': { summary: 'Describe the interface', answer: DOCUMENT_SCHEMA },
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
    return openApi(this.served.all(), calendarInterface(apiRoot(this.settings)));
  }
}
