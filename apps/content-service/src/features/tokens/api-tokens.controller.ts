import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, type Unchecked, UncheckedInput } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateTokenDto, UpdateTokenDto } from './api-tokens.dto';
import { tokenListing } from './api-tokens.listing';
import { ApiTokensService } from './api-tokens.service';

@Controller('api/users/:id/tokens')
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get()
  list(@Id('User') userId: number, @Listing(tokenListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.tokens.list(userId, actor, query);
  }

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
