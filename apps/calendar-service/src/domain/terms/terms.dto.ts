import { PlainName } from '../parameters/record-rules';
import { Required } from '../parameters/presence';
import {
  Check,
  combined,
  FilledText,
  idOf,
  isText,
  listItems,
  OptionalText,
  Reading,
  RecordId,
  RecordIdOrZero,
  SomeWords,
  YesNo,
} from '../parameters/rules';
import { PageDto } from '../lists/page.dto';

const MAX_NAME = 200;

const TermName = (): PropertyDecorator => PlainName(MAX_NAME);

export class UpdateTagDto {
  @TermName()
  name?: string;

  @OptionalText()
  description?: string;

  @OptionalText()
  slug?: string;
}

export class CreateTagDto extends UpdateTagDto {
  @Required()
  @TermName()
  override name!: string;
}

export class UpdateCategoryDto extends UpdateTagDto {
  @RecordIdOrZero()
  parent?: number;
}

export class CreateCategoryDto extends UpdateCategoryDto {
  @Required()
  @TermName()
  override name!: string;
}

export type TermInput = UpdateCategoryDto;

export class TagListDto extends PageDto {
  @FilledText()
  search?: string;

  @SomeWords()
  include?: string[];

  @SomeWords()
  exclude?: string[];

  @YesNo()
  hide_empty?: boolean;

  @RecordId()
  post?: number;

  @RecordId()
  event?: number;

  @FilledText()
  slug?: string;
}

export class CategoryListDto extends TagListDto {
  @RecordIdOrZero()
  parent?: number;
}

export type TermListInput = CategoryListDto;

/** Ids and names of an event's `categories` or `tags`: a list, CSV, one value, or nothing. */
export function TermReferences(): PropertyDecorator {
  return combined(
    Reading((value) => (value === null ? [] : listItems(value).map((item) => (typeof item === 'number' ? String(item) : item)))),
    Check((value) => Array.isArray(value) && value.every((item) => isText(item) && (idOf(item) !== undefined || item.length <= MAX_NAME))),
  );
}
