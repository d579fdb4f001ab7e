import type { PageQuery } from '@almanac/listing';
import { combined, Check, FilledText, isText, Reading } from '../parameters/rules';

const DEFAULT_SIZE = 10;
/** Larger pages are silently cut to this (calendar-behaviour §3.1). */
const LARGEST_SIZE = 50;

function PositiveNumber(): PropertyDecorator {
  return combined(
    Reading((value) => (isText(value) && /^\+?\d{1,9}$/.test(value.trim()) ? Number(value) : value)),
    Check((value) => typeof value === 'number' && Number.isInteger(value) && value >= 1),
  );
}

/** What every list takes. */
export class PageDto {
  @PositiveNumber()
  page?: number;

  @PositiveNumber()
  per_page?: number;

  @combined(Reading((value) => (isText(value) ? value.toLowerCase() : value)), Check((value) => value === 'asc' || value === 'desc'))
  order?: 'asc' | 'desc';

  @FilledText()
  orderby?: string;
}

export const pageQuery = ({ page = 1, per_page = DEFAULT_SIZE }: PageDto): PageQuery => ({
  page,
  perPage: Math.min(per_page, LARGEST_SIZE),
});
