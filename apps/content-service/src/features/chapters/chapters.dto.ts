import { Explained } from '@almanac/openapi';
import { Items, MaxLength, MinLength, Nullable, RecordId, Required, Text, Whole } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/descriptions';
import { TagInputDto } from '../../content/item-fields/tags';

@Explained<ChapterInput>({
  tags: 'All tags of the chapter',
  priority: 'Position within the book',
  default_template_id: 'The template that new pages start from',
})
abstract class ChapterInput extends DescribedInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @Whole()
  priority?: number;

  @Nullable()
  @RecordId()
  default_template_id?: number | null;
}

@Explained<CreateChapterDto>({
  book_id: 'The book to put the chapter into',
  name: 'Name of the chapter',
})
export class CreateChapterDto extends ChapterInput {
  @Required()
  @RecordId()
  book_id!: number;

  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

@Explained<UpdateChapterDto>({
  book_id: 'The book to put the chapter into',
  name: 'Name of the chapter',
})
export class UpdateChapterDto extends ChapterInput {
  @RecordId()
  book_id?: number;

  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
