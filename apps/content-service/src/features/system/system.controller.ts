import { Public } from '@almanac/auth';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { LOGO } from './logo';
import { SystemService } from './system.service';

@Controller()
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get('api/system')
  read() {
    return this.system.read();
  }

  /** The picture that `app_logo` names; who reads that address need not be a caller. */
  @Get('logo.png')
  @Public()
  @Header('Cache-Control', 'public, max-age=86400')
  logo() {
    return new StreamableFile(LOGO, { type: 'image/png' });
  }
}
