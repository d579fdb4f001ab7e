import { Explained } from '@almanac/openapi';
import { MaxLength, Nullable, Present, Text } from '@almanac/validation';

/** One tag as callers send it. An empty name is allowed and means "no tag" (content-behaviour §8). */
@Explained<TagInputDto>({
  name: 'Name of the tag; a tag without a name is left out',
  value: 'Value of the tag',
})
export class TagInputDto {
  @Present()
  @Text()
  @MaxLength(255)
  name!: string;

  @Nullable()
  @Text()
  @MaxLength(255)
  value?: string | null;
}
