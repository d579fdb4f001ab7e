import { Explained } from '@almanac/openapi';
import { Takes } from '@almanac/validation';
import { Anything, combined, Check, CursorText, FilledText, isText, Reading } from '../parameters/rules';

export const DEFAULT_SIZE = 10;
/** Larger pages are silently cut to this (calendar-behaviour §3.1). */
export const MAX_PAGE_SIZE = 50;

/** A whole number from 1. */
export function PositiveNumber(): PropertyDecorator {
  return combined(
    Takes({ type: 'integer', minimum: 1 }),
    Reading((value) => (isText(value) && /^\+?\d{1,9}$/.test(value.trim()) ? Number(value) : value)),
    Check((value) => typeof value === 'number' && Number.isInteger(value) && value >= 1, 'be a whole number from 1'),
  );
}

/** The parameters of every list. */
@Explained<PageDto>({
  page: { description: 'The page to return', default: 1 },
  per_page: { description: `How many records a page holds; ${MAX_PAGE_SIZE} at most`, default: DEFAULT_SIZE },
  cursor: `Where the page begins, instead of \`page\`. An empty text asks for the start; later pages have theirs in the links of an answer`,
  order: 'asc or desc',
  orderby: 'The field to order by',
  sort: {
    description: 'Another way to order: the name of a field, with a minus before it for descending',
    type: 'string',
  },
  filter: {
    description: 'filter[field] or filter[field:operator], with eq, ne, gt, lt, gte, lte or like',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
})
export class PageDto {
  @PositiveNumber()
  page?: number;

  @PositiveNumber()
  per_page?: number;

  @CursorText()
  cursor?: string;

  @combined(
    Takes({ type: 'string', enum: ['asc', 'desc'] }),
    Reading((value) => (isText(value) ? value.toLowerCase() : value)),
    Check((value) => value === 'asc' || value === 'desc', 'be asc or desc'),
  )
  order?: 'asc' | 'desc';

  @FilledText()
  orderby?: string;

  // `readCollectionQuery` reads the grammar that both services share; mistakes in it are ignored.
  @Anything()
  sort?: unknown;

  @Anything()
  filter?: unknown;
}
