import { Items, MaxLength, MinLength, Nullable, RecordId, Required, Text } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/described-input';
import { CoverImage, type CoverInput } from '../../content/item-fields/cover-input';
import { TagInputDto } from '../../content/item-fields/tag-input.dto';

abstract class BookInput extends DescribedInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @CoverImage()
  image?: CoverInput;

  @Nullable()
  @RecordId()
  default_template_id?: number | null;
}

export class CreateBookDto extends BookInput {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

export class UpdateBookDto extends BookInput {
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
