import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { USER_IN_LIST_SCHEMA, USER_SCHEMA } from './user.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type Unchecked, UncheckedInput } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateUserDto, DeleteUserDto, UpdateUserDto } from './users.dto';
import { userListing } from './users.repository';
import { UsersService } from './users.service';

@Routes({
  'GET /': { summary: 'List the users', answer: listSchema(USER_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a user', answer: USER_SCHEMA, refusals: [502] },
  'GET /:id': { summary: 'Read a user', answer: USER_SCHEMA },
  'PUT /:id': { summary: 'Change a user', description: PARTIAL_UPDATE, answer: USER_SCHEMA },
  'DELETE /:id': { name: 'delete', summary: 'Delete a user' },
  'POST /:id/invitation': {
    name: 'invite',
    summary: 'Send the invitation of a user again',
    description: 'For users without a password. Earlier links keep working until one of them is used.',
    refusals: [409, 502],
  },
})
@Requires('users-manage')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  list(@Listing(userListing) query: ListQuery) {
    return this.users.list(query);
  }

  // The service validates the input, together with the uniqueness of the e-mail address.
  @Post()
  @HttpCode(200)
  create(@UncheckedInput(CreateUserDto) input: Unchecked<CreateUserDto>, @CurrentActor() actor: Actor) {
    return this.users.create(input, actor);
  }

  @Get(':id')
  read(@Id('User') id: number) {
    return this.users.read(id);
  }

  @Put(':id')
  update(
    @Id('User') id: number,
    @UncheckedInput(UpdateUserDto) input: Unchecked<UpdateUserDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.users.update(id, input, actor);
  }

  @Post(':id/invitation')
  @HttpCode(204)
  invite(@Id('User') id: number, @CurrentActor() actor: Actor) {
    return this.users.invite(id, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('User') id: number, @Input() dto: DeleteUserDto, @CurrentActor() actor: Actor) {
    return this.users.remove(id, dto, actor);
  }
}
