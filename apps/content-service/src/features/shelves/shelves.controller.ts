import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { SAVED_SHELF_SCHEMA, SHELF_IN_LIST_SCHEMA, SHELF_SCHEMA } from './shelf.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Include, type Includes } from '../../content/included/include-parameter';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateShelfDto, UpdateShelfDto } from './shelves.dto';
import { shelfListing } from './shelves.repository';
import { ShelvesService } from './shelves.service';

@Routes({
  'GET /': { summary: 'List the shelves that the caller may see', answer: listSchema(SHELF_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a shelf', answer: SAVED_SHELF_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a shelf', answer: SHELF_SCHEMA, isVersioned: true },
  'PUT /:id': { summary: 'Change a shelf', description: PARTIAL_UPDATE, answer: SAVED_SHELF_SCHEMA, isVersioned: true },
  'DELETE /:id': { name: 'delete', summary: 'Delete a shelf', isVersioned: true },
})
@Controller('api/shelves')
export class ShelvesController {
  constructor(private readonly shelves: ShelvesService) {}

  @Get()
  list(
    @Listing(shelfListing) query: ListQuery,
    @Include(['tags', 'contents', 'permissions']) include: Includes,
    @CurrentActor() actor: Actor,
  ) {
    return this.shelves.list(query, include, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('bookshelf-create-all')
  create(@Input() dto: CreateShelfDto, @CurrentActor() actor: Actor) {
    return this.shelves.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Shelf') id: number, @Include(['permissions']) include: Includes, @CurrentActor() actor: Actor) {
    return this.shelves.read(id, include, actor);
  }

  @Put(':id')
  @WithVersion()
  update(
    @Id('Shelf') id: number,
    @UncheckedInput(UpdateShelfDto) input: Unchecked<UpdateShelfDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.shelves.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Shelf') id: number, @CurrentActor() actor: Actor) {
    return this.shelves.remove(id, actor);
  }
}
