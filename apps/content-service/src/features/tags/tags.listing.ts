import { defineListing, integer, text, word } from '@almanac/listing';

const countedOnly = { filterable: false };

const COUNTS = {
  usages: integer('counted.usages', countedOnly),
  page_count: integer('counted.page_count', countedOnly),
  chapter_count: integer('counted.chapter_count', countedOnly),
  book_count: integer('counted.book_count', countedOnly),
  shelf_count: integer('counted.shelf_count', countedOnly),
};

export const tagNameListing = defineListing(
  { name: text('counted.name'), values: integer('counted.values', countedOnly), ...COUNTS },
  word('counted.key'),
);

/** Rows have the same name, so the value determines the order, which the reference leaves open. */
export const tagValueListing = defineListing(
  { name: text('counted.name', countedOnly), value: text('counted.value'), ...COUNTS },
  word('counted.key'),
);
