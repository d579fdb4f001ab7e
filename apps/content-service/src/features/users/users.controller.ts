import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateUserDto, DeleteUserDto, UpdateUserDto } from './users.dto';
import { userListing } from './users.listing';
import { UsersService } from './users.service';

@Requires('users-manage')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  list(@Listing(userListing) query: ListQuery) {
    return this.users.list(query);
  }

  @Post()
  @HttpCode(200)
  create(@Input() dto: CreateUserDto, @CurrentActor() actor: Actor) {
    return this.users.create(dto, actor);
  }

  @Get(':id')
  read(@Id('User') id: number) {
    return this.users.read(id);
  }

  @Put(':id')
  update(@Id('User') id: number, @Input() dto: UpdateUserDto, @CurrentActor() actor: Actor) {
    return this.users.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('User') id: number, @Input() dto: DeleteUserDto, @CurrentActor() actor: Actor) {
    return this.users.remove(id, dto, actor);
  }
}
