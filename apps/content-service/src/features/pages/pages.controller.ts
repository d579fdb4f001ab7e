import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { PAGE_IN_LIST_SCHEMA, pageListing } from '../../content/items/page-in-list';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, TakesBody, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Include, type Includes } from '../../content/included/include-parameter';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreatePageDto, EMBEDS_IMAGES, UpdatePageDto } from './pages.dto';
import { PAGE_SCHEMA, SAVED_PAGE_SCHEMA } from './page.presenter';
import { PagesService } from './pages.service';

@Routes({
  'GET /': { summary: 'List the pages that the caller may see', answer: listSchema(PAGE_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a page', answer: SAVED_PAGE_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a page', answer: PAGE_SCHEMA, isVersioned: true },
  'PUT /:id': { summary: 'Change a page', description: PARTIAL_UPDATE, answer: SAVED_PAGE_SCHEMA, isVersioned: true },
  'DELETE /:id': { name: 'delete', summary: 'Delete a page', isVersioned: true },
})
@Controller('api/pages')
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  @Get()
  list(
    @Listing(pageListing) query: ListQuery,
    @Include(['tags', 'html', 'markdown', 'parents', 'permissions']) include: Includes,
    @CurrentActor() actor: Actor,
  ) {
    return this.pages.list(query, include, actor);
  }

  @Post()
  @WithVersion()
  @TakesBody(EMBEDS_IMAGES)
  @HttpCode(200)
  create(@UncheckedInput(CreatePageDto) input: Unchecked<CreatePageDto>, @CurrentActor() actor: Actor) {
    return this.pages.create(input, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Page') id: number, @Include(['permissions']) include: Includes, @CurrentActor() actor: Actor) {
    return this.pages.read(id, include, actor);
  }

  @Put(':id')
  @WithVersion()
  @TakesBody(EMBEDS_IMAGES)
  update(@Id('Page') id: number, @Input() dto: UpdatePageDto, @CurrentActor() actor: Actor) {
    return this.pages.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Page') id: number, @CurrentActor() actor: Actor) {
    return this.pages.remove(id, actor);
  }
}
