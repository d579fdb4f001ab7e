import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateRoleDto, UpdateRoleDto } from './roles.dto';
import { roleListing } from './roles.listing';
import { RolesService } from './roles.service';

@Requires('user-roles-manage')
@Controller('api/roles')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get()
  list(@Listing(roleListing) query: ListQuery) {
    return this.roles.list(query);
  }

  @Post()
  @HttpCode(200)
  create(@Input() dto: CreateRoleDto, @CurrentActor() actor: Actor) {
    return this.roles.create(dto, actor);
  }

  @Get(':id')
  read(@Id('Role') id: number) {
    return this.roles.read(id);
  }

  @Put(':id')
  update(@Id('Role') id: number, @Input() dto: UpdateRoleDto, @CurrentActor() actor: Actor) {
    return this.roles.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Role') id: number, @CurrentActor() actor: Actor) {
    return this.roles.remove(id, actor);
  }
}
