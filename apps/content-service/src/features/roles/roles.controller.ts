import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { NEW_ROLE_SCHEMA, ROLE_IN_LIST_SCHEMA, ROLE_SCHEMA } from './role.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateRoleDto, UpdateRoleDto } from './roles.dto';
import { roleListing } from './roles.repository';
import { RolesService } from './roles.service';

@Routes({
  'GET /': { summary: 'List the roles', answer: listSchema(ROLE_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a role', answer: NEW_ROLE_SCHEMA },
  'GET /:id': { summary: 'Read a role', answer: ROLE_SCHEMA },
  'PUT /:id': { summary: 'Change a role', description: PARTIAL_UPDATE, answer: ROLE_SCHEMA },
  'DELETE /:id': { name: 'delete', summary: 'Delete a role' },
})
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
