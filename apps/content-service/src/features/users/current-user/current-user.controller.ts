import { type Actor, CurrentActor, parseAuthorization } from '@almanac/auth';
import { Controller, Get, Headers } from '@nestjs/common';
import { CurrentUserService } from './current-user.service';

@Controller('api/users/me')
export class CurrentUserController {
  constructor(private readonly currentUser: CurrentUserService) {}

  @Get()
  read(@CurrentActor() actor: Actor, @Headers('authorization') authorization?: string) {
    const credentials = parseAuthorization(authorization);
    return this.currentUser.read(actor, typeof credentials === 'string' ? undefined : credentials.id);
  }
}
