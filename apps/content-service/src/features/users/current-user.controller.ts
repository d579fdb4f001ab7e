import { type Actor, CurrentActor, parseAuthorization } from '@almanac/auth';
import { Routes } from '@almanac/openapi';
import { Controller, Get, Headers } from '@nestjs/common';
import { CURRENT_USER_SCHEMA, CurrentUserService } from './current-user.service';

@Routes({
  'GET /': {
    name: 'me',
    summary: 'Read the caller: roles, effective permissions, the token of the request and the limits',
    answer: CURRENT_USER_SCHEMA,
  },
})
@Controller('api/users/me')
export class CurrentUserController {
  constructor(private readonly currentUser: CurrentUserService) {}

  @Get()
  read(@CurrentActor() actor: Actor, @Headers('authorization') authorization?: string) {
    const credentials = parseAuthorization(authorization);
    return this.currentUser.read(actor, typeof credentials === 'string' ? undefined : credentials.id);
  }
}
