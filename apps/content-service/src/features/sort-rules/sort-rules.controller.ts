import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Routes } from '@almanac/openapi';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { SORT_RULE_SCHEMA } from './sort-rule.presenter';
import { CreateSortRuleDto, DeleteSortRuleDto, UpdateSortRuleDto } from './sort-rules.dto';
import { sortRuleListing } from './sort-rules.repository';
import { SortRulesService } from './sort-rules.service';

@Routes({
  'GET /': { summary: 'List the sort rules', answer: listSchema(SORT_RULE_SCHEMA) },
  'POST /': { summary: 'Create a sort rule', answer: SORT_RULE_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read a sort rule', answer: SORT_RULE_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change a sort rule',
    description: `${PARTIAL_UPDATE} New operations number the contents of all books with the rule.`,
    answer: SORT_RULE_SCHEMA,
    isVersioned: true,
  },
  'DELETE /:id': {
    name: 'delete',
    summary: 'Delete a sort rule',
    description: 'A rule in use is deleted only with `confirm`. Its books keep their order, and have no rule then.',
    isVersioned: true,
    refusals: [409],
  },
})
@Controller('api/sort-rules')
export class SortRulesController {
  constructor(private readonly rules: SortRulesService) {}

  @Get()
  list(@Listing(sortRuleListing) query: ListQuery) {
    return this.rules.list(query);
  }

  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('settings-manage')
  create(@Input() dto: CreateSortRuleDto, @CurrentActor() actor: Actor) {
    return this.rules.create(dto, actor);
  }

  @Get(':id')
  @WithVersion()
  read(@Id('Sort rule') id: number) {
    return this.rules.read(id);
  }

  @Put(':id')
  @WithVersion()
  @Requires('settings-manage')
  update(@Id('Sort rule') id: number, @Input() dto: UpdateSortRuleDto, @CurrentActor() actor: Actor) {
    return this.rules.update(id, dto, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @Requires('settings-manage')
  remove(@Id('Sort rule') id: number, @Input() dto: DeleteSortRuleDto, @CurrentActor() actor: Actor) {
    return this.rules.remove(id, dto, actor);
  }
}
