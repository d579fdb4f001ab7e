import { Routes } from '@almanac/openapi';
import { KEPT, listSchema } from '../../content/kinds/presentation';
import { NEW_TOKEN_SCHEMA, TOKEN_SCHEMA } from './api-token.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, type Unchecked, UncheckedInput, RefusesIdempotencyKey } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateTokenDto, UpdateTokenDto } from './api-tokens.dto';
import { tokenListing } from './api-tokens.listing';
import { ApiTokensService } from './api-tokens.service';

@Routes({
  'GET /': {
    name: 'listTokens',
    summary: 'List the API tokens of a user, without their secrets',
    answer: listSchema(TOKEN_SCHEMA),
  },
  'POST /': {
    name: 'createToken',
    summary: 'Create an API token',
    description:
      'Only this answer contains the secret. `scopes` narrow the token: `read`, `write` or names of permissions; several add up.',
    answer: NEW_TOKEN_SCHEMA,
  },
  'PUT /:tokenId': { name: 'updateToken', summary: 'Change an API token', description: KEPT, answer: TOKEN_SCHEMA },
  'DELETE /:tokenId': {
    name: 'deleteToken',
    summary: 'Revoke an API token',
    description: 'Within a second no service accepts it any more.',
  },
})
@Controller('api/users/:id/tokens')
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get()
  list(@Id('User') userId: number, @Listing(tokenListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.tokens.list(userId, actor, query);
  }

  @RefusesIdempotencyKey()
  @Post()
  @HttpCode(200)
  create(
    @Id('User') userId: number,
    @UncheckedInput(CreateTokenDto) input: Unchecked<CreateTokenDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.tokens.create(userId, input, actor);
  }

  @Put(':tokenId')
  update(
    @Id('User') userId: number,
    @Id('Token', 'tokenId') id: number,
    @UncheckedInput(UpdateTokenDto) input: Unchecked<UpdateTokenDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.tokens.update(userId, id, input, actor);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  remove(@Id('User') userId: number, @Id('Token', 'tokenId') id: number, @CurrentActor() actor: Actor) {
    return this.tokens.remove(userId, id, actor);
  }
}
