import { Routes } from '@almanac/openapi';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { CHAPTER_IN_LIST_SCHEMA, CHAPTER_SCHEMA, SAVED_CHAPTER_SCHEMA } from './chapter.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Id, Input, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Include, type Includes } from '../../content/included/include-parameter';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { chapterListing } from './chapters.repository';
import { ChaptersService } from './chapters.service';

@Routes({
  'GET /': { summary: 'List the chapters that the caller may see', answer: listSchema(CHAPTER_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create a chapter', answer: SAVED_CHAPTER_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a chapter', answer: CHAPTER_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change a chapter',
    description: PARTIAL_UPDATE,
    answer: SAVED_CHAPTER_SCHEMA,
    isVersioned: true,
  },
  'DELETE /:id': { name: 'delete', summary: 'Delete a chapter', isVersioned: true },
})
@Controller('api/chapters')
export class ChaptersController {
  constructor(private readonly chapters: ChaptersService) {}

  @Get()
  list(
    @Listing(chapterListing) query: ListQuery,
    @Include(['tags', 'parents', 'contents', 'permissions']) include: Includes,
    @CurrentActor() actor: Actor,
  ) {
    return this.chapters.list(query, include, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  create(@Input() dto: CreateChapterDto, @CurrentActor() actor: Actor) {
    return this.chapters.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Chapter') id: number, @Include(['permissions']) include: Includes, @CurrentActor() actor: Actor) {
    return this.chapters.read(id, include, actor);
  }

  @Put(':id')
  @WithVersion()
  update(@Id('Chapter') id: number, @Input() dto: UpdateChapterDto, @CurrentActor() actor: Actor) {
    return this.chapters.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Chapter') id: number, @CurrentActor() actor: Actor) {
    return this.chapters.remove(id, actor);
  }
}
