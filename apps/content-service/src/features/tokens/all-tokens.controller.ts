import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Routes } from '@almanac/openapi';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { listSchema } from '../../content/kinds/presentation';
import { TOKEN_OF_USER_SCHEMA } from './api-token.presenter';
import { tokenListing } from './api-tokens.listing';
import { ApiTokensService } from './api-tokens.service';

@Routes({
  'GET /': {
    name: 'listAllTokens',
    summary: 'List the API tokens of all users, without their secrets',
    answer: listSchema(TOKEN_OF_USER_SCHEMA),
  },
  'DELETE /:id': {
    name: 'revokeToken',
    summary: 'Revoke an API token of any user',
    description: 'Within a second no service accepts it any more.',
  },
})
@Requires('users-manage')
@Controller('api/tokens')
export class AllTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get()
  list(@Listing(tokenListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.tokens.listAll(query, '', actor);
  }

  @Delete(':id')
  @HttpCode(204)
  revoke(@Id('Token') id: number, @CurrentActor() actor: Actor) {
    return this.tokens.revoke(id, actor);
  }
}
