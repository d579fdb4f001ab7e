import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type RawInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateShelfDto } from './shelves.dto';
import { shelfListing } from './shelves.listing';
import { ShelvesService } from './shelves.service';

@Controller('api/shelves')
export class ShelvesController {
  constructor(private readonly shelves: ShelvesService) {}

  @Get()
  list(@Listing(shelfListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.shelves.list(query, actor);
  }

  @Post()
  @HttpCode(200)
  @Requires('bookshelf-create-all')
  create(@Input() dto: CreateShelfDto, @CurrentActor() actor: Actor) {
    return this.shelves.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Shelf') id: number, @CurrentActor() actor: Actor) {
    return this.shelves.read(id, actor);
  }

  // The service validates the input, because 404 and 403 take precedence over 422 (content-behaviour §3.4).
  @Put(':id')
  update(@Id('Shelf') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.shelves.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Shelf') id: number, @CurrentActor() actor: Actor) {
    return this.shelves.remove(id, actor);
  }
}
