import {
  Items,
  MaxLength,
  MaxLengthWithoutImages,
  MinLength,
  RecordId,
  Required,
  RequiredWithout,
  Text,
  Whole,
} from '@almanac/validation';
import { TagInputDto } from '../../content/item-fields/tag-input.dto';

/** More than a thousand printed pages. */
const MAX_TEXT = 2_000_000;

abstract class PageInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @Whole()
  priority?: number;

  /** Summary of the revision that this save stores. */
  @Text()
  @MinLength(1)
  @MaxLength(180)
  changelog?: string;
}

/** The columns that store a field as it is given. */
export const givenColumns = ({ priority }: PageInput) => ({ priority });

export class CreatePageDto extends PageInput {
  @RequiredWithout('chapter_id')
  @RecordId()
  book_id?: number;

  @RequiredWithout('book_id')
  @RecordId()
  chapter_id?: number;

  @Required()
  @Text()
  @MaxLength(255)
  name!: string;

  @RequiredWithout('markdown')
  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  html?: string;

  @RequiredWithout('html')
  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  markdown?: string;
}

export class UpdatePageDto extends PageInput {
  @RecordId()
  book_id?: number;

  @RecordId()
  chapter_id?: number;

  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;

  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  html?: string;

  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  markdown?: string;
}
