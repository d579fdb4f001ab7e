export {
  filterCondition,
  foldedSql,
  Parameters,
  toTimestamp,
  keyColumns,
  orderBy,
  orderOf,
  sortKeys,
} from './list-sql';
export { Cursors, FOREIGN_CURSOR } from './paging/cursor';
export { fetchListing, type ListSource, type StoredTotal } from './paging/fetch-listing';
export {
  boolean,
  defineListing,
  type ListingField,
  integer,
  isListing,
  type ListingDefinition,
  text,
  timestamp,
  word,
} from './fields';
export { ListBatch, type KeyColumns, type Range, type RangeRows, readBatch } from './paging/list-batch';
export {
  LIST_SETTINGS,
  linkHeader,
  type ListSettings,
  setNumberedListHeaders,
  Listing,
} from './paging/listing-parameter';
export { type Cursor, DEFAULT_LIMITS, type Filter, type ListQuery, parseListing } from './parse-listing';
