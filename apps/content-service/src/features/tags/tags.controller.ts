import { type Actor, CurrentActor } from '@almanac/auth';
import { Input } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { MaxLength, Required, Text } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';
import { tagNameListing, tagValueListing } from './tags.listing';
import { TagsRepository } from './tags.repository';

class TagNameDto {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

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
