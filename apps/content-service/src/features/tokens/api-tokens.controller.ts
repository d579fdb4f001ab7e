import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { NEW_TOKEN_SCHEMA, TOKEN_OF_USER_SCHEMA, TOKEN_SCHEMA } from './api-token.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, RefusesIdempotencyKey, type Unchecked, UncheckedInput } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateTokenDto, UpdateTokenDto } from './api-tokens.dto';
import { tokenListing } from './api-tokens.repository';
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
  'PUT /:tokenId': {
    name: 'updateToken',
    summary: 'Change an API token',
    description: PARTIAL_UPDATE,
    answer: TOKEN_SCHEMA,
  },
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
