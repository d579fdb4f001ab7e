import { Explained } from '@almanac/openapi';
import { Present } from '@almanac/validation';
import { NamedInOrder } from '../../calendar/parameters/read-parameters';
import { RecordReference, RecordReferenceOrZero } from '../../calendar/parameters/references';
import { BooleanValue, FilledText, NullAs, OptionalText, PlainName, SomeWords } from '../../calendar/parameters/rules';
import { PageDto } from '../../calendar/lists/list-query';

export const MAX_TERM_NAME = 200;

const TermName = (): PropertyDecorator => PlainName(MAX_TERM_NAME);

@Explained<UpdateTagDto>({
  name: 'The name',
  description: 'The description, as plain text',
  slug: 'The slug; made from the name unless given',
})
export class UpdateTagDto {
  @TermName()
  name?: string;

  @OptionalText(20_000)
  description?: string;

  @OptionalText()
  slug?: string;
}

export class CreateTagDto extends UpdateTagDto {
  @Present()
  @TermName()
  override name!: string;
}

@NamedInOrder('name', 'description', 'slug', 'parent')
@Explained<UpdateCategoryDto>({ parent: 'The category above; 0 for none' })
export class UpdateCategoryDto extends UpdateTagDto {
  @NullAs(0)
  @RecordReferenceOrZero()
  parent?: number;
}

export class CreateCategoryDto extends UpdateCategoryDto {
  @Present()
  @TermName()
  override name!: string;
}

export type TermInput = UpdateCategoryDto;

@NamedInOrder(
  ...['page', 'per_page', 'search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'parent', 'post', 'event'],
  'slug',
)
@Explained<TagListDto>({
  search: 'Text in name or slug',
  include: 'Ids or slugs to choose from',
  exclude: 'Ids or slugs to leave out',
  order: { description: 'asc or desc', default: 'asc' },
  orderby: { description: 'name, id, slug, include, description, count or parent', default: 'name' },
  hide_empty: { description: 'Whether to leave out terms without published events', default: true },
  post: 'Only those of this event',
  event: 'Another name for post',
  slug: 'The one with this slug',
})
export class TagListDto extends PageDto {
  @FilledText()
  search?: string;

  @SomeWords()
  include?: string[];

  @SomeWords()
  exclude?: string[];

  @BooleanValue()
  hide_empty?: boolean;

  @RecordReference()
  post?: number;

  @RecordReference()
  event?: number;

  @FilledText()
  slug?: string;
}

@Explained<CategoryListDto>({ parent: 'Only those directly below this category; 0 for the top' })
export class CategoryListDto extends TagListDto {
  @RecordReferenceOrZero()
  parent?: number;
}

export type TermListInput = CategoryListDto;
