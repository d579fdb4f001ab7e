import { Routes } from '@almanac/openapi';
import { listSchema } from '../../content/items/presentation';
import { RESULT_SCHEMA } from './result.presenter';
import { type Actor, CurrentActor } from '@almanac/auth';
import { CachesAnswers, Input } from '@almanac/http';
import { Controller, Get } from '@nestjs/common';
import { SearchDto } from './search.dto';
import { SearchService } from './search.service';

@Routes({
  'GET /': {
    name: 'all',
    summary: 'Search shelves, books, chapters and pages',
    answer: listSchema(RESULT_SCHEMA),
  },
})
@Controller('api/search')
@CachesAnswers()
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  find(@Input() dto: SearchDto, @CurrentActor() actor: Actor) {
    return this.search.find(dto, actor);
  }
}
