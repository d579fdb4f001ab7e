import { type Actor, CurrentActor } from '@almanac/auth';
import { CachesAnswers, Id, Input, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { chapterListing } from './chapters.listing';
import { ChaptersService } from './chapters.service';

@Controller('api/chapters')
@CachesAnswers()
export class ChaptersController {
  constructor(private readonly chapters: ChaptersService) {}

  @Get()
  list(@Listing(chapterListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.chapters.list(query, actor);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  create(@Input() dto: CreateChapterDto, @CurrentActor() actor: Actor) {
    return this.chapters.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Chapter') id: number, @CurrentActor() actor: Actor) {
    return this.chapters.read(id, actor);
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
