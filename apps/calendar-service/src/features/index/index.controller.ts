import { Public } from '@almanac/auth';
import { Controller, Get, Inject } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { namespaceIndex } from './namespace-index';
import { openApi } from './openapi';

/** The interface describes itself, to everybody. */
@Public()
@Controller()
export class IndexController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  routes() {
    return namespaceIndex(apiRoot(this.settings));
  }

  @Get('doc')
  describe() {
    return openApi(apiRoot(this.settings));
  }
}
