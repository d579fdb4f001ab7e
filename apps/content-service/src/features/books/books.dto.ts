import { Explained } from '@almanac/openapi';
import { Exists, Items, MaxLength, MinLength, Nullable, RecordId, Required, Text } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/described-input';
import { CoverImage, type CoverInput } from '../../content/images/image-input';
import { TagInputDto } from '../../content/item-fields/tag-input.dto';

@Explained<BookInput>({
  tags: 'All tags of the book',
  image: 'Cover; null removes it',
  default_template_id: 'The template that new pages start from',
  sort_rule_id:
    'The sort rule that numbers chapters and pages; null for none. A new book gets `default_book_sort` of the settings without it.',
})
abstract class BookInput extends DescribedInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @CoverImage()
  image?: CoverInput;

  @Nullable()
  @RecordId()
  default_template_id?: number | null;

  @Nullable()
  @RecordId()
  @Exists('sort_rules')
  sort_rule_id?: number | null;
}

@Explained<CreateBookDto>({
  name: 'Name of the book',
})
export class CreateBookDto extends BookInput {
  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

@Explained<UpdateBookDto>({
  name: 'Name of the book',
})
export class UpdateBookDto extends BookInput {
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
