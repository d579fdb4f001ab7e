import { Items, MaxLength, MinLength, Nullable, RecordId, Required, Text, Whole } from '@almanac/validation';
import { DescribedInput } from '../../content/item-fields/described-input';
import { TagInputDto } from '../../content/item-fields/tag-input.dto';

abstract class ChapterInput extends DescribedInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @Whole()
  priority?: number;

  @Nullable()
  @RecordId()
  default_template_id?: number | null;
}

export class CreateChapterDto extends ChapterInput {
  @Required()
  @RecordId()
  book_id!: number;

  @Required()
  @Text()
  @MaxLength(255)
  name!: string;
}

export class UpdateChapterDto extends ChapterInput {
  @RecordId()
  book_id?: number;

  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}
