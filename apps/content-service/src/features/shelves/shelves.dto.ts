import { Explained } from '@almanac/openapi';
import { Items, MaxLength, MinLength, Required, Text, RecordIds } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/descriptions';
import { CoverImage, type CoverInput } from '../../content/images/image-input';
import { TagInputDto } from '../../content/item-fields/tags';

const MAX_BOOKS = 10_000;

@Explained<ShelfInput>({
  books: 'Ids of the books, in their order on the shelf',
  tags: 'All tags of the shelf',
  image: 'Cover; null removes it',
})
abstract class ShelfInput extends DescribedInput {
  @RecordIds(MAX_BOOKS)
  books?: number[];

  @Items(TagInputDto)
  tags?: TagInputDto[];

  @CoverImage()
  image?: CoverInput;
}

@Explained<CreateShelfDto>({
  name: 'Name of the shelf',
})
export class CreateShelfDto extends ShelfInput {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

@Explained<UpdateShelfDto>({
  name: 'Name of the shelf',
})
export class UpdateShelfDto extends ShelfInput {
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
