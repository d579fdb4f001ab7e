import { each, Explained, record, Routes, TEXT, WHOLE } from '@almanac/openapi';
import { namedListSchema } from '../../content/kinds/presentation';
import { type Actor, CurrentActor } from '@almanac/auth';
import { Input } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { MaxLength, Required, Text } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';
import { tagNameListing, TagsRepository, tagValueListing } from './tags.repository';

@Explained<TagNameDto>({ name: 'Name of the tag' })
class TagNameDto {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

const COUNT = { ...WHOLE, minimum: 0 };
const COUNTS = each(COUNT, 'usages', 'page_count', 'chapter_count', 'book_count', 'shelf_count');

@Routes({
  'GET /names': {
    name: 'listNames',
    summary: 'List the names of tags, and how often each is used',
    answer: namedListSchema('TagNames', record({ name: TEXT, values: COUNT, ...COUNTS })),
  },
  'GET /values-for-name': {
    name: 'listValues',
    summary: 'List the values of one tag, and how often each is used',
    answer: namedListSchema('TagValues', record({ name: TEXT, value: TEXT, ...COUNTS })),
  },
})
@Controller('api/tags')
export class TagsController {
  constructor(private readonly tags: TagsRepository) {}

  @Get('names')
  names(@Listing(tagNameListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.tags.names(query, actor);
  }

  @Get('values-for-name')
  valuesForName(
    @Input() { name }: TagNameDto,
    @Listing(tagValueListing) query: ListQuery,
    @CurrentActor() actor: Actor,
  ) {
    return this.tags.valuesForName(name, query, actor);
  }
}
