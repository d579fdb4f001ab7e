import { Explained } from '@almanac/openapi';
import {
  Documented,
  documentedRule,
  Exists,
  Items,
  MaxLength,
  MinLength,
  Nullable,
  RecordId,
  Required,
  rule,
  Takes,
  Text,
  Whole,
} from '@almanac/validation';
import { CoverImage, type CoverInput } from '../../content/images/image-input';
import { DescribedInput } from '../../content/item-fields/descriptions';
import { TagInputDto } from '../../content/item-fields/tags';

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

const BODIES = ['html', 'markdown'] as const;
export type Body = (typeof BODIES)[number];

/** Names of bodies, separated by commas. */
const NAMES = /^(?:(?:html|markdown)?(?:,|$))*$/;

const AtLeast = (least: number) =>
  documentedRule(`min:${least}`, { minimum: least }, (value, label) =>
    typeof value === 'number' && value < least ? `The ${label} must be at least ${least}.` : undefined,
  );

@Explained<BookContentsDto>({
  include: 'Bodies of the pages to add: `html`, `markdown`, or both, separated by a comma',
  offset: 'Entries to skip, in reading order',
  count: 'Most entries to return',
})
export class BookContentsDto {
  @Text()
  @MaxLength(100)
  @Documented(`regex:/${NAMES.source}/`)
  @Takes({ pattern: NAMES.source })
  @rule('in', (value, label) =>
    typeof value === 'string' && !NAMES.test(value) ? `The selected ${label} is invalid.` : undefined,
  )
  include?: string;

  @Whole()
  @AtLeast(0)
  offset?: number;

  @Whole()
  @AtLeast(1)
  count?: number;
}

const isBody = (name: string): name is Body => BODIES.some((body) => body === name);

export const bodiesIn = (include = ''): Body[] => include.split(',').filter(isBody);
