export { filterCondition, folded, Parameters, toTimestamp } from './conditions';
export { Cursors, FOREIGN_CURSOR } from './paging/cursor';
export { fetchListing, type ListSource, type StoredTotal } from './paging/fetch-listing';
export {
  boolean,
  defineListing,
  type Field,
  integer,
  isListing,
  type ListingDefinition,
  text,
  timestamp,
  word,
} from './fields';
export { ListPage } from './paging/list-page';
export { LIST_SETTINGS, linkHeader, type ListSettings, setNumberedListHeaders } from './paging/list-links';
export { Listing } from './paging/listing-parameter';
export { keyColumns, orderBy, orderOf, sortKeys } from './order';
export { type KeyColumns, type Range, type RangeRows, readPage } from './paging/read-page';
export { type Cursor, DEFAULT_LIMITS, type Filter, type ListQuery, parseListing } from './parse-listing';
