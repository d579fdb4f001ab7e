import { Routes } from '@almanac/openapi';
import { listSchema } from '../../content/kinds/presentation';
import { RESULT_SCHEMA } from './result.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Input } from '@almanac/http';
import { setNumberedListHeaders } from '@almanac/listing';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DEFAULT_COUNT, SearchDto } from './search.dto';
import { SearchService } from './search.service';

@Routes({
  'GET /': {
    name: 'all',
    summary: 'Search shelves, books, chapters and pages',
    answer: listSchema(RESULT_SCHEMA),
    isList: true,
  },
})
@Controller('api/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  async find(@Input() dto: SearchDto, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    const found = await this.search.find(dto, actor);
    setNumberedListHeaders(response, found.total, { page: dto.page, count: dto.count ?? DEFAULT_COUNT });
    return found;
  }
}
