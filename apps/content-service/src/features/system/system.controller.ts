import { orNull, record, Routes, TEXT, URL_TEXT } from '@almanac/openapi';
import { Public } from '@almanac/auth';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { LOGO } from './logo';
import { SystemService } from './system.service';

@Routes({
  'GET /api/system': {
    summary: 'Read the version, the name and the address of this system',
    answer: record({
      version: TEXT,
      instance_id: TEXT,
      app_name: TEXT,
      app_logo: orNull(URL_TEXT),
      base_url: URL_TEXT,
    }),
  },
})
@Controller()
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get('api/system')
  read() {
    return this.system.read();
  }

  /** The image behind `app_logo` unless another one is set. Public, because readers of that URL may have no token. */
  @Get('logo.png')
  @Public()
  @Header('Cache-Control', 'public, max-age=86400')
  logo() {
    return new StreamableFile(LOGO, { type: 'image/png' });
  }
}
