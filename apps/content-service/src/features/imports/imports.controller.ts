import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, type RawInput } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CreateImportDto } from './imports.dto';
import { importListing } from './imports.listing';
import { ImportsService } from './imports.service';
import { ImportRequests } from './run/import-requests';

@Controller('api/imports')
@Requires('content-import')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly requests: ImportRequests,
  ) {}

  @Get()
  list(@Listing(importListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.imports.list(query, actor);
  }

  @Post()
  @HttpCode(200)
  create(@Input() dto: CreateImportDto, @CurrentActor() actor: Actor) {
    return this.imports.create(dto, actor);
  }

  @Get(':id')
  read(@Id('Import') id: number, @CurrentActor() actor: Actor) {
    return this.imports.read(id, actor);
  }

  // What it takes depends on what the import holds.
  @Post(':id')
  @HttpCode(200)
  run(@Id('Import') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.requests.run(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Import') id: number, @CurrentActor() actor: Actor) {
    return this.imports.remove(id, actor);
  }
}
