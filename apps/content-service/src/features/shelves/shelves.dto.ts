import { Items, MaxLength, MinLength, Required, Text, RecordIds } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/described-input';
import { CoverImage, type CoverInput } from '../../content/item-fields/cover-input';
import { TagInputDto } from '../../content/item-fields/tag-input.dto';

const MAX_BOOKS = 10_000;

abstract class ShelfInput extends DescribedInput {
  /** Ids of books, in their order on the shelf. */
  @RecordIds(MAX_BOOKS)
  books?: number[];

  @Items(TagInputDto)
  tags?: TagInputDto[];

  @CoverImage()
  image?: CoverInput;
}

export class CreateShelfDto extends ShelfInput {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

export class UpdateShelfDto extends ShelfInput {
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
