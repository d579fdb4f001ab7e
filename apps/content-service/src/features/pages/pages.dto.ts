import { Explained } from '@almanac/openapi';
import {
  Items,
  MaxLength,
  MaxLengthWithoutImages,
  MinLength,
  NullIsAbsent,
  RecordId,
  Required,
  RequiredWithout,
  Text,
  Whole,
  YesNo,
} from '@almanac/validation';
import { TagInputDto } from '../../content/item-fields/tags';

/** Callers with this permission may embed images in texts, so their bodies may be large. Images of other callers are dropped. */
export const EMBEDS_IMAGES = { largeFor: 'image-create-all' };

/** More than a thousand printed pages. */
const MAX_TEXT = 2_000_000;

@Explained<PageInput>({
  tags: 'All tags of the page',
  priority: 'Position within the book or chapter',
  template: 'Whether the page is a template; only callers with `templates-manage` change it',
  changelog: 'Summary of the revision that this save stores',
})
abstract class PageInput {
  @Items(TagInputDto)
  tags?: TagInputDto[];

  @Whole()
  priority?: number;

  @NullIsAbsent()
  @YesNo()
  template?: boolean;

  @Text()
  @MinLength(1)
  @MaxLength(180)
  changelog?: string;
}

@Explained<CreatePageDto>({
  book_id: 'The book to put the page into',
  chapter_id: 'The chapter to put the page into',
  name: 'Name of the page',
  html: 'Text of the page as HTML. Without `html` and `markdown`, the page starts from the default template of its chapter or book; without a template, one of both is required',
  markdown: 'Text of the page as Markdown; it takes precedence over `html`',
})
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

  @RequiredWithout('markdown', { hasFallback: true })
  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  html?: string;

  @RequiredWithout('html', { hasFallback: true })
  @Text()
  @MaxLengthWithoutImages(MAX_TEXT)
  markdown?: string;
}

@Explained<UpdatePageDto>({
  book_id: 'The book to put the page into',
  chapter_id: 'The chapter to put the page into',
  name: 'Name of the page',
  html: 'Text of the page as HTML',
  markdown: 'Text of the page as Markdown; it takes precedence over `html`',
})
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
