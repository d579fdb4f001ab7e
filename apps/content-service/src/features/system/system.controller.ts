import { Controller, Get } from '@nestjs/common';
import { SystemService } from './system.service';

@Controller('api/system')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get()
  read() {
    return this.system.read();
  }
}
