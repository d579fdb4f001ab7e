import { Public } from '@almanac/auth';
import { Controller, Get, Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { namespaceIndex } from './namespace-index';
import { openApi } from './openapi';

/** The interface describes itself, to everybody. */
@Public()
@Controller()
export class IndexController {
  private readonly index: ReturnType<typeof namespaceIndex>;
  private readonly document: ReturnType<typeof openApi>;

  constructor(@Inject(SETTINGS) { baseUrl }: Settings) {
    this.index = namespaceIndex(baseUrl);
    this.document = openApi(baseUrl);
  }

  @Get()
  routes() {
    return this.index;
  }

  @Get('doc')
  describe() {
    return this.document;
  }
}
